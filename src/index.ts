/**
 * otel-vcon: OpenTelemetry traces of AI agents to vCons with policy decisions and tool invocations, and back. What needs a file
 * system is in `otel-vcon/node`, readers and writers of OTLP in `otel-vcon/otlp`.
 */
export {
  Bridge,
  type BridgeOptions,
  type BuiltVcon,
  type ClosingRules,
  Converter,
  type ConverterOptions,
  type GroupBy,
  type OpenLimits,
  type OperationTrail,
  type RedactHook,
} from './bridge/index.js';
export { type ConvertOptions, type ConvertResult, convertTelemetry } from './convert/index.js';
export {
  builtinMapper,
  compileMappings,
  type MappedRecord,
  type Mapper,
  type MappingDescription,
  MappingError,
  type MappingFile,
  type Suggestion,
  suggestMapping,
} from './mapping/index.js';
export * from './processor/index.js';
export {
  checkIntegrity,
  type ExecutorInput,
  type ExecutorRecord,
  type IntegrityResult,
  isExecutorRecord,
  type ReceiptsToSignalsOptions,
  receiptsToSignals,
  type ToolInvocation,
  type ToolReceipt,
  type VconToReceiptsOptions,
  vconToReceipts,
} from './receipts/index.js';
export {
  ageNotices,
  fromTraceAnalysis,
  type ReplayedTrace,
  type ReplayOptions,
  shiftTrace,
  toTraceAnalysis,
  vconToTelemetry,
} from './replay/index.js';
export {
  type LogRecord,
  type Notice,
  type NoticeCount,
  type NoticeSink,
  OtelVconError,
  type RecordOrigin,
  type SpanRecord,
  type TelemetryRecord,
} from './telemetry/index.js';
export {
  type Finding,
  type ReadOptions,
  type ReadVcon,
  readVcon,
  readVconBytes,
  type SerializeOptions,
  serializeVcon,
  type ValidationReport,
  type Vcon,
  type VconEvent,
  validateVcon,
} from './vcon/index.js';
