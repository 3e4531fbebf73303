import type { MappedRecord } from '../mapping/index.js';
import { isMap, type NoticeSink, type RecordOrigin } from '../telemetry/index.js';
import { type PerformedAttempt, withoutReplays } from './idempotency.js';
import { checkIntegrity } from './integrity.js';
import { joinAttempts, type Placed } from './joined.js';
import { ExecutorNotices } from './notices.js';
import { readPolicyDecision } from './policy.js';
import { readExecutorRecord } from './read.js';
import { type ExecutorRecord, isInvocation, type ToolInvocation, type ToolReceipt } from './record.js';
import { checkSchemaWords } from './schema-words.js';
import { signalsOfAttempt } from './signals.js';

/** A JSON value that means to be an executor record, and where it was read. */
export interface ExecutorInput {
  readonly value: unknown;
  readonly origin?: RecordOrigin;
}

/** Options of {@link receiptsToSignals}. */
export interface ReceiptsToSignalsOptions {
  /** Receives what was noticed: losses, replays, conflicts, hashes. Default: nothing. */
  readonly onNotice?: NoticeSink;
}

/** A record as it came, and as it was read. */
interface Read {
  readonly value: unknown;
  readonly placed: Placed<ExecutorRecord>;
}

/** The records of one invocation. */
interface Group {
  readonly invocations: Placed<ToolInvocation>[];
  readonly receipts: Placed<ToolReceipt>[];
}

/**
 * Turns executor records, mixed and in any order, into signals for the bridge: one mapped record an attempt. Requests and
 * receipts are joined by `invocationId`, which becomes the operation; attempts are numbered by their order. Never throws; what
 * cannot be recorded is a notice.
 */
export function receiptsToSignals(
  inputs: Iterable<ExecutorInput>,
  options: ReceiptsToSignalsOptions = {},
): readonly MappedRecord[] {
  const notices = new ExecutorNotices(options.onNotice);
  const groups = new Map<string, Group>();
  const read = readAll(inputs, notices);
  for (const { placed } of read) addTo(groups, placed);
  for (const entry of read) reportIntegrity(entry, groups, notices);
  const joined = [...groups.values()].flatMap((group) => joinAttempts(group.invocations, group.receipts, notices));
  const performed = withoutReplays(joined, notices);
  return numbered(performed).flatMap(([attempt, number]) => {
    const { invocation, receipt } = attempt;
    if (receipt === undefined) {
      if (invocation !== undefined) notices.receiptMissing(invocation);
      return [];
    }
    checkSchemaWords(attempt, notices);
    return [signalsOfAttempt({ ...attempt, receipt }, number, notices)];
  });
}

function readAll(inputs: Iterable<ExecutorInput>, notices: ExecutorNotices): readonly Read[] {
  const read: Read[] = [];
  for (const { value, origin } of inputs) {
    const { record, problems } = readExecutorRecord(value);
    if (record === undefined) {
      notices.unreadable(problems, origin);
      continue;
    }
    if (problems.length > 0) notices.offSchema(record, problems, origin);
    read.push({ value, placed: { record, place: read.length, ...(origin === undefined ? {} : { origin }) } });
  }
  return read;
}

function addTo(groups: Map<string, Group>, { record, ...place }: Placed<ExecutorRecord>): void {
  const key = groupKey(record);
  const group = groups.get(key) ?? { invocations: [], receipts: [] };
  groups.set(key, group);
  if (isInvocation(record)) group.invocations.push({ record, ...place });
  else group.receipts.push({ record, ...place });
}

/** UUIDs are equal in either case. */
function groupKey({ invocationId }: ExecutorRecord): string {
  return invocationId.toLowerCase();
}

/**
 * Attempts with their numbers, by order within the invocation. One that was denied sent nothing, so the next that is sent has the
 * same number: it is the attempt that the denial preceded (draft section 6.1.3).
 */
function numbered(attempts: readonly PerformedAttempt[]): readonly (readonly [PerformedAttempt, number])[] {
  const sent = new Map<string, number>();
  return attempts.map((attempt) => {
    const record = (attempt.invocation ?? attempt.receipt)?.record;
    const id = record === undefined ? '' : groupKey(record);
    const before = sent.get(id) ?? 0;
    if (wasSent(attempt)) sent.set(id, before + 1);
    return [attempt, before + 1] as const;
  });
}

function wasSent({ invocation, receipt }: PerformedAttempt): boolean {
  if (receipt !== undefined) return receipt.record.status !== 'Denied';
  return readPolicyDecision(invocation?.record.policyDecision).decision !== 'disallowed';
}

/** The arguments of a denied call may have been taken out before: an empty object in their place is no mismatch. */
function reportIntegrity({ value, placed }: Read, groups: ReadonlyMap<string, Group>, notices: ExecutorNotices): void {
  const result = checkIntegrity(value);
  if (result === undefined) return;
  const { record } = placed;
  const isEmptied = isInvocation(record) && isMap(record.arguments) && Object.keys(record.arguments).length === 0;
  const isDenied = groups.get(groupKey(record))?.receipts.some((receipt) => receipt.record.status === 'Denied');
  const detail = 'the arguments of a denied call are not recorded';
  const excused = result.verdict === 'mismatch' && isEmptied && isDenied;
  notices.integrity(placed, excused ? { ...result, verdict: 'not-verifiable', detail } : result);
}
