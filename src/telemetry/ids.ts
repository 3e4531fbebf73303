const TRACE_ID = /^[0-9a-f]{32}$/;
const SPAN_ID = /^[0-9a-f]{16}$/;
const NO_TRACE_ID = '0'.repeat(32);
const NO_SPAN_ID = '0'.repeat(16);

/** Whether a string is a W3C trace id: 32 lower-case hex digits, not all zero. */
export function isTraceId(id: unknown): id is string {
  return typeof id === 'string' && TRACE_ID.test(id) && id !== NO_TRACE_ID;
}

/** Whether a string is a W3C span id: 16 lower-case hex digits, not all zero. */
export function isSpanId(id: unknown): id is string {
  return typeof id === 'string' && SPAN_ID.test(id) && id !== NO_SPAN_ID;
}
