import { CommanderError } from 'commander';
import { OtelVconError } from '../telemetry/index.js';
import { describeError, hasCode } from './system-error.js';

/** Exit codes: done; an input was refused or invalid (or a warning under --strict); wrong usage. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line cannot mean anything. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ends a command with exit code 1 after what went wrong was already said, for example by a report on each file. */
export class AlreadyReported extends Error {
  override readonly name = 'AlreadyReported';
}

/** The exit code of a command that ended with this error, and what is left to say about it. */
export function outcomeOf(error: unknown): { readonly code: ExitCode; readonly message?: string } {
  if (error instanceof AlreadyReported) return { code: EXIT.refused };
  if (error instanceof UsageError) return { code: EXIT.usage, message: error.message };
  // Commander has printed its own message by then.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.done : EXIT.usage };
  // The reader of stdout went away, as `head` does: that is its business.
  if (hasCode(error, 'EPIPE')) return { code: EXIT.done };
  const expected = error instanceof OtelVconError || hasCode(error);
  return { code: EXIT.refused, message: `${expected ? '' : 'internal error: '}${describeError(error)}` };
}
