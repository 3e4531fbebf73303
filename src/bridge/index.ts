export type { OpenLimits } from './bounds.js';
export { Bridge, type BuiltVcon } from './bridge.js';
export type { ClosingRules } from './closing.js';
export { type ContentRules, recordedContent } from './content.js';
export { Converter, type ConverterOptions } from './convert.js';
export type { BridgeOptions, GroupBy, RedactHook } from './options.js';
export { createRedactor, type Redactor } from './redaction/index.js';
export type { OperationTrail } from './trail.js';
