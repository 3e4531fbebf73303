export type { ByteSource } from './byte-stream.js';
export { decodeOtlp } from './decode-otlp.js';
export { DEFAULT_READ_LIMITS, type ForeignReader, type ReadLimits, type ReadOtlpOptions } from './read-options.js';
export { readOtlp, readOtlpBatches } from './read-otlp.js';
export type { WireObject } from './wire-writer.js';
export { encodedSize, encodeTracesData, type OtlpEncoding, tracesData, writeTracesData } from './write-otlp.js';
