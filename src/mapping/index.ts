export { MappingError } from './check.js';
export { builtinMapper, compileMappings } from './compile.js';
export { fingerprint } from './fingerprint.js';
export type { Mapper, MappingDescription } from './mapper.js';
export type { MappingFile } from './mapping-file.js';
export * as semconv from './semconv.js';
export type {
  AgentFacts,
  CallFacts,
  DecisionFacts,
  ExceptionFacts,
  HttpFacts,
  MappedRecord,
  MappingRemark,
  ServerFacts,
  Signal,
  SignalContent,
  SignalKind,
  SpanFacts,
} from './signal.js';
export { type Suggestion, suggestMapping } from './suggest/index.js';
