import type { Notice, NoticeSink, RecordOrigin } from '../telemetry/index.js';
import type { IntegrityResult } from './integrity.js';
import type { Placed } from './joined.js';
import type { ExecutorRecord } from './record.js';

/** Says what was noticed about executor records; each method is one kind of notice. */
export class ExecutorNotices {
  readonly #sink: NoticeSink;

  constructor(sink: NoticeSink = () => {}) {
    this.#sink = sink;
  }

  unreadable(problems: readonly string[], origin: RecordOrigin | undefined): void {
    this.#say(
      'executor-record-unreadable',
      'warning',
      `An executor record was left out: ${problems.join('; ')}`,
      origin,
    );
  }

  offSchema(record: ExecutorRecord, problems: readonly string[], origin: RecordOrigin | undefined): void {
    const text = `The executor record ${record.invocationId} does not follow its schema: ${problems.join('; ')}`;
    this.#say('executor-record-off-schema', 'warning', text, origin);
  }

  integrity(placed: Placed<ExecutorRecord>, { member, verdict, detail }: IntegrityResult): void {
    const level = verdict === 'mismatch' ? 'warning' : 'info';
    const word = verdict === 'mismatch' ? 'MISMATCH' : verdict === 'verified' ? 'verified' : 'not verifiable';
    this.#about(placed, `executor-hash-${verdict}`, level, `${member}: ${word}, ${detail}`);
  }

  attemptDiffers(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-attempt-differs',
      'warning',
      'an attempt was recorded twice, differently; the first counts',
    );
  }

  attemptAmbiguous(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-attempt-ambiguous',
      'warning',
      'there are more requests than receipts, and the order of the records decided which request this receipt answers',
    );
  }

  receiptMissing(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-receipt-missing',
      'warning',
      'there is no receipt; a request alone has no time, so nothing was recorded of it',
    );
  }

  endedBeforeStart(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-ended-before-start',
      'warning',
      'finishedAt is before startedAt; the outcome has the time of the start',
    );
  }

  invocationMissing(placed: Placed<ExecutorRecord>, lost: boolean): void {
    this.#about(
      placed,
      'executor-invocation-missing',
      'warning',
      lost
        ? 'the ToolInvocation is missing; a denial cannot be recorded without its tool'
        : 'the ToolInvocation is missing; only the outcome was recorded',
    );
  }

  replay(placed: Placed<ExecutorRecord>): void {
    this.#about(placed, 'executor-replay', 'info', 'an idempotent replay: it got an earlier receipt and did nothing');
  }

  keyConflict(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-key-conflict',
      'warning',
      'its idempotencyKey was used before with another argumentsHash',
    );
  }

  keyRanTwice(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-key-ran-twice',
      'warning',
      'it succeeded although a call with the same idempotencyKey and argumentsHash had succeeded before',
    );
  }

  decisionUnknown(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-decision-unknown',
      'info',
      'policyDecision says neither allow, deny nor require-approval in a known way; no policy-decision was recorded',
    );
  }

  decisionContradicted(placed: Placed<ExecutorRecord>): void {
    this.#about(
      placed,
      'executor-decision-contradicted',
      'warning',
      'policyDecision denies the call, yet its receipt says that it was performed; both were recorded',
    );
  }

  argumentsLeftOut(placed: Placed<ExecutorRecord>, parameter: string): void {
    this.#about(
      placed,
      'executor-arguments-left-out',
      'info',
      `the call was denied, so its arguments were taken out of ${parameter} too`,
    );
  }

  approvalMissing(placed: Placed<ExecutorRecord>, sideEffectClass: string): void {
    this.#about(
      placed,
      'executor-approval-missing',
      'warning',
      `approvalId is missing, which is required for sideEffectClass ${sideEffectClass}`,
    );
  }

  effectMissing(placed: Placed<ExecutorRecord>, sideEffectClass: string): void {
    this.#about(
      placed,
      'executor-effect-missing',
      'warning',
      `the receipt has no effect, which is required for sideEffectClass ${sideEffectClass}`,
    );
  }

  #about(placed: Placed<ExecutorRecord>, code: string, level: Notice['level'], text: string): void {
    this.#say(code, level, `Invocation ${placed.record.invocationId}: ${text}`, placed.origin);
  }

  #say(code: string, level: Notice['level'], message: string, origin: RecordOrigin | undefined): void {
    this.#sink({ code, level, message, ...(origin === undefined ? {} : { origin }) });
  }
}
