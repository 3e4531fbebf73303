/** What a receiver says that it did not take, though it answered 200. */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const NOTHING: PartialSuccess = { rejected: 0, message: '' };
const MAX_MESSAGE = 500;

/** Names as OTLP has them, and the field names of the protobuf messages, which some servers write. */
type Named<Camel extends string, Snake extends string, Value> = { readonly [name in Camel | Snake]?: Value };
type Answered = Named<
  'partialSuccess',
  'partial_success',
  Named<'rejectedSpans', 'rejected_spans', unknown> & Named<'errorMessage', 'error_message', unknown>
>;

/**
 * Reads ExportTraceServiceResponse. `rejectedSpans` is a 64-bit integer, which JSON has as text or as a number. An answer that
 * is not JSON says nothing.
 */
export function partialSuccess(body: string): PartialSuccess {
  try {
    const answer = JSON.parse(body) as Answered;
    const partial = answer.partialSuccess ?? answer.partial_success;
    const rejected = Number(partial?.rejectedSpans ?? partial?.rejected_spans ?? 0);
    const message = partial?.errorMessage ?? partial?.error_message;
    return {
      rejected: Number.isFinite(rejected) && rejected > 0 ? rejected : 0,
      message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '',
    };
  } catch {
    return NOTHING;
  }
}
