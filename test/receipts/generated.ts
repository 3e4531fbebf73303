import fc from 'fast-check';
import type { ExecutorRecord, ToolInvocation, ToolReceipt } from '../../src/receipts/index.js';
import { RECEIPT_STATUSES, SIDE_EFFECT_CLASSES } from '../../src/receipts/index.js';
import { compareTime } from '../../src/telemetry/index.js';
import { fromVconDate, toVconDate } from '../../src/vcon/index.js';

/** Texts and JSON that hold no credentials, which would be taken out, and no arguments of a denied call. */
const word = fc.stringMatching(/^[a-zäπ🦭 ]{1,8}$/u);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as never);
const object = (value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.stringMatching(/^[a-h]{1,3}$/), value, { maxKeys: 4, noNullPrototype: true });
const plain = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.bigInt(2n ** 60n, 2n ** 64n));
const date = fc
  .tuple(fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map((time) => toVconDate(time) ?? '');
const decision = fc.oneof(
  fc.constantFrom('allow', 'deny', 'require-approval', true, false, null, { decision: 'Allow', reason: 'rule 7' }),
  object(plain),
);

const receiptBody = fc.record(
  {
    status: fc.constantFrom(...RECEIPT_STATUSES),
    startedAt: date,
    finishedAt: date,
    effect: fc.record(
      { kind: word, externalReference: word, reversible: fc.boolean(), more: plain },
      { requiredKeys: [] },
    ),
    resultRef: word,
    sanitized: fc.boolean(),
    usage: fc.record(
      { durationMs: fc.nat(), bytesIn: fc.nat(), bytesOut: fc.nat(), more: plain },
      { requiredKeys: [] },
    ),
    error: fc.record({ code: word, message: word, more: plain }, { requiredKeys: [] }),
    receiptHash: fc.stringMatching(/^[0-9a-f]{64}$/),
  },
  { requiredKeys: ['status', 'startedAt', 'receiptHash'] },
);

const invocationBody = fc.record(
  {
    toolId: fc.stringMatching(/^[a-z]{1,8}(\.[a-z]{1,8})?$/),
    schemaVersion: word,
    mcpServerId: fc.oneof(word, fc.constant('https://user@tools.example/mcp?tenant=1'), fc.constant('!host')),
    scope: fc.oneof(object(plain), json),
    stepId: fc.uuid(),
    attemptId: fc.uuid(),
    agentId: word,
    sideEffectClass: fc.constantFrom(...SIDE_EFFECT_CLASSES),
    idempotencyKey: fc.uuid(),
    arguments: object(fc.oneof(plain, object(plain))).map((members) => ({ ...members, only: 'arguments' })),
    argumentsHash: fc.stringMatching(/^[0-9a-f]{64}$/),
    policyDecision: decision,
    approvalId: fc.uuid(),
    timeoutSeconds: fc.nat(),
    sandbox: fc.record({ workspaceId: word, egressProfile: word, more: plain }, { requiredKeys: [] }),
  },
  {
    requiredKeys: [
      'toolId',
      'schemaVersion',
      'scope',
      'stepId',
      'attemptId',
      'sideEffectClass',
      'idempotencyKey',
      'arguments',
      'argumentsHash',
      'policyDecision',
    ],
  },
);

/** Invocations with one to three attempts, in one to three runs. The receipts of an invocation are in the order of its attempts. */
export const executorRecords: fc.Arbitrary<ExecutorRecord[]> = fc
  .tuple(
    fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 5 }),
  )
  .chain(([runs, ids]) =>
    fc.tuple(
      ...ids.map((invocationId) =>
        fc
          .tuple(
            fc.constantFrom(...runs),
            fc.array(fc.tuple(invocationBody, receiptBody), { minLength: 1, maxLength: 3 }),
          )
          .map(([runId, attempts]) => {
            const times = attempts.map(([, { startedAt }]) => startedAt).sort(byTime);
            return attempts.flatMap(([invocation, receipt], index): ExecutorRecord[] => [
              { invocationId, ...invocation, runId } as unknown as ToolInvocation,
              { invocationId, ...receipt, startedAt: times[index] ?? receipt.startedAt } as unknown as ToolReceipt,
            ]);
          }),
      ),
    ),
  )
  .map((invocations) => invocations.flat());

function byTime(a: string, b: string): number {
  const [aTime, bTime] = [fromVconDate(a), fromVconDate(b)];
  return aTime === undefined || bTime === undefined ? 0 : compareTime(aTime, bTime);
}
