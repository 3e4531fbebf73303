/** The words of a name, in lower case: `acme.toolCallId` is acme, tool, call, id. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether one of the words is one of these. */
export function hasWord(words: readonly string[], wanted: ReadonlySet<string>): boolean {
  return words.some((word) => wanted.has(word));
}

export const TOOL_WORDS: ReadonlySet<string> = new Set(['tool', 'function']);

/** Beside "tool" they tell of something other than a call of one: what tools there are, which one to choose, a function of code. */
export const NO_CALL_WORDS: ReadonlySet<string> = new Set([
  ...[
    'choice',
    'code',
    'count',
    'definition',
    'definitions',
    'description',
    'discovery',
    'faas',
    'lambda',
    'list',
    'planning',
    'register',
    'schedule',
  ],
  ...['schema', 'selection', 'tokens', 'usage', 'version'],
]);

/** Beside "tool" in the name of a span or log event they tell of a call. */
export const CALL_WORDS: ReadonlySet<string> = new Set([
  ...[
    'call',
    'called',
    'calling',
    'completed',
    'end',
    'error',
    'execute',
    'executed',
    'execution',
    'failed',
    'finished',
  ],
  ...['invocation', 'invoke', 'result', 'run', 'start', 'started', 'use'],
]);

/** Words for a decision on a call. */
export const DECISION_WORDS: ReadonlySet<string> = new Set([
  ...['allowed', 'approval', 'approved', 'authorization', 'authorized', 'confirmation', 'confirmed', 'consent'],
  ...['decision', 'denied', 'guardrail', 'permission', 'permitted', 'policy', 'rejected', 'verdict'],
]);

/** Values after which a call was most likely not performed. */
export const REFUSAL_WORDS: ReadonlySet<string> = new Set([
  ...['abort', 'aborted', 'block', 'blocked', 'cancel', 'cancelled', 'decline', 'declined', 'denied', 'deny'],
  ...['disallowed', 'forbid', 'forbidden', 'no', 'refuse', 'refused', 'reject', 'rejected'],
]);

/** Values of a status for a call that failed. */
export const FAILURE_WORDS: ReadonlySet<string> = new Set(['error', 'fail', 'failed', 'failure', 'fatal']);
/** Other values of a status. */
export const SUCCESS_WORDS: ReadonlySet<string> = new Set(['completed', 'done', 'ok', 'success', 'succeeded']);
