/** Records of a governed executor (ToolInvocation, ToolReceipt) to signals, and vCons to such records. */
export type { ObservedDecision, RecordDefaults } from './derived.js';
export { type ExecutorInput, type ReceiptsToSignalsOptions, receiptsToSignals } from './from-records.js';
export { checkIntegrity, type IntegrityResult } from './integrity.js';
export { type PolicyReading, readPolicyDecision } from './policy.js';
export { isExecutorRecord, type ReadRecord, readExecutorRecord } from './read.js';
export {
  type ExecutorRecord,
  isInvocation,
  RECEIPT_STATUSES,
  type ReceiptStatus,
  SIDE_EFFECT_CLASSES,
  type SideEffectClass,
  type ToolInvocation,
  type ToolReceipt,
} from './record.js';
export { type VconToReceiptsOptions, vconToReceipts } from './to-records.js';
