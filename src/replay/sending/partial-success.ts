/** What a receiver says that it did not take, though it answered 200. */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const NOTHING: PartialSuccess = { rejected: 0, message: '' };
const MAX_MESSAGE = 500;

/**
 * Reads ExportTraceServiceResponse. `rejectedSpans` is a 64-bit integer, which JSON has as text or as a number. An answer that
 * is not JSON says nothing.
 */
export function partialSuccess(body: string): PartialSuccess {
  try {
    const { partialSuccess: partial } = JSON.parse(body) as {
      partialSuccess?: { rejectedSpans?: unknown; errorMessage?: unknown };
    };
    const rejected = Number(partial?.rejectedSpans ?? 0);
    const message = partial?.errorMessage;
    return {
      rejected: Number.isFinite(rejected) && rejected > 0 ? rejected : 0,
      message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '',
    };
  } catch {
    return NOTHING;
  }
}
