import type { DecisionFacts } from '../mapping/index.js';
import { isMap } from '../telemetry/index.js';

/** What a `policyDecision` says. Its schema is not public, so any JSON may come; what is not understood is not guessed. */
export interface PolicyReading {
  readonly decision?: DecisionFacts['decision'];
  /** Only when the value gives one as text. */
  readonly reason?: string;
}

/** Common spellings of the three outcomes, lower case without separators. */
const SPELLINGS: Readonly<Record<DecisionFacts['decision'], readonly string[]>> = {
  allowed:
    'allow allowed allows permit permitted approve approved autoapprove autoapproved grant granted accept accepted authorize authorized authorise authorised proceed yes true'.split(
      ' ',
    ),
  disallowed:
    'deny denied denies disallow disallowed reject rejected refuse refused forbid forbidden block blocked prohibit prohibited unauthorized unauthorised notallowed notpermitted no false'.split(
      ' ',
    ),
  'permission-required':
    'requireapproval requiresapproval approvalrequired needsapproval needapproval requirepermission permissionrequired requireconfirmation requiresconfirmation confirmationrequired confirm ask askuser prompt askhuman humanreview requirereview requirehumanapproval pendingapproval awaitingapproval approval escalate'.split(
      ' ',
    ),
};

const DECISION_OF_WORD: ReadonlyMap<string, DecisionFacts['decision']> = new Map(
  (Object.keys(SPELLINGS) as DecisionFacts['decision'][]).flatMap((decision) =>
    SPELLINGS[decision].map((word) => [word, decision] as const),
  ),
);

/** Members that name the outcome, lower case without separators, in the order in which they are believed. */
const OUTCOME_MEMBERS = ['decision', 'policydecision', 'outcome', 'verdict'];
/** Members that often name something else; flags are believed before them. */
const WEAK_OUTCOME_MEMBERS = ['result', 'effect', 'action', 'status', 'value'];
const APPROVAL_FLAGS = ['requiresapproval', 'requireapproval', 'approvalrequired', 'needsapproval'];
const ALLOW_FLAGS = ['allow', 'allowed', 'permit', 'permitted', 'granted', 'authorized', 'approved'];
const DENY_FLAGS = ['deny', 'denied', 'disallowed', 'blocked', 'forbidden', 'rejected'];
const REASON_MEMBERS = [
  'reason',
  'reasons',
  'message',
  'explanation',
  'rationale',
  'justification',
  'description',
  'detail',
];
/** Policy engines wrap their answer in at most a few objects (`{result: {decision: ...}}`). */
const MAX_DEPTH = 4;

/** Reads a policy decision of any form: a word, a boolean, or an object that names its outcome and perhaps a reason. */
export function readPolicyDecision(value: unknown): PolicyReading {
  return readLevel(value, MAX_DEPTH);
}

function readLevel(value: unknown, depth: number): PolicyReading {
  if (typeof value === 'boolean') return { decision: value ? 'allowed' : 'disallowed' };
  if (typeof value === 'string') return readText(value);
  if (!isMap(value) || depth === 0) return {};
  const members = new Map(Object.entries(value).map(([name, member]) => [wordOf(name), member]));
  const outcomeOf = (names: readonly string[]) =>
    names.map((name) => readLevel(members.get(name), depth - 1)).find(({ decision }) => decision !== undefined);
  const flagged = decisionOfFlags(members);
  const outcome = outcomeOf(OUTCOME_MEMBERS) ?? (flagged === undefined ? outcomeOf(WEAK_OUTCOME_MEMBERS) : undefined);
  const decision = outcome?.decision ?? flagged;
  const reason = reasonOf(members) ?? outcome?.reason;
  return { ...(decision === undefined ? {} : { decision }), ...(reason === undefined ? {} : { reason }) };
}

/** `deny`, `Require-Approval`, and `deny: over the spend limit`, whose rest is the reason. */
function readText(text: string): PolicyReading {
  const whole = DECISION_OF_WORD.get(wordOf(text));
  if (whole !== undefined) return { decision: whole };
  const [, head = '', rest = ''] = /^([^:]{1,40}):\s*(\S.*)$/s.exec(text) ?? [];
  const decision = DECISION_OF_WORD.get(wordOf(head));
  return decision === undefined ? {} : { decision, reason: rest };
}

function decisionOfFlags(members: ReadonlyMap<string, unknown>): DecisionFacts['decision'] | undefined {
  const says = (names: readonly string[], flag: boolean) => names.some((name) => members.get(name) === flag);
  if (says(APPROVAL_FLAGS, true)) return 'permission-required';
  if (says(DENY_FLAGS, true) || says(ALLOW_FLAGS, false)) return 'disallowed';
  if (says(ALLOW_FLAGS, true) || says(DENY_FLAGS, false)) return 'allowed';
  return undefined;
}

function reasonOf(members: ReadonlyMap<string, unknown>): string | undefined {
  for (const name of REASON_MEMBERS) {
    const value = members.get(name);
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string' && text !== '');
    if (texts.length > 0) return texts.join('; ');
  }
  return undefined;
}

/** A name or value without case and separators: `Require-Approval`, `REQUIRE_APPROVAL` and `requireApproval` are one. */
function wordOf(text: string): string {
  return text.toLowerCase().replace(/[\s_.-]+/g, '');
}
