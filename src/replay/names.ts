/** Attributes of our own on replayed spans, beside those that hold Event Objects. docs/replay.md lists them. */
export const UNFINISHED = 'vcon.unfinished';
export const INVOCATION_MISSING = 'vcon.invocation_missing';
export const PLACEHOLDER = 'vcon.placeholder';
export const DECISION = 'vcon.decision';
export const TOOL = 'vcon.tool';
