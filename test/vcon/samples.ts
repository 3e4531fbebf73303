/** An event as a vCon has it, faulty ones too. */
export type SampleEvent = Readonly<Record<string, unknown>>;

/** What the draft's prose (with core) and its schema say of one event that is otherwise complete. */
export interface Sample {
  readonly name: string;
  readonly event: SampleEvent;
  readonly prose: boolean;
  readonly schema: boolean;
}

const HASH = 'sha512-J8dGcK23UHX60FjVzq97IMTneGyDuuijL2Jvl4KvNMmjPCBG72D9Knh403jin-yFGAa72aZ4ePOp8c2kgwdj_Q';
const common = { time: '2026-11-30T09:00:00Z', sessions: 0, party: 0 };
const attempt = { ...common, operation_id: 'o1', attempt: 1 };
const inline = { mediatype: 'application/json', encoding: 'json', body: { city: 'Paris' } };
const external = { url: 'https://store.example.com/r.json', content_hash: HASH, mediatype: 'application/json' };

const invocation = { type: 'tool-invocation', ...attempt, server: '!host', tool: 'get_weather', ...inline };
const bare = { type: 'tool-result', ...attempt };
const result = { ...bare, ...inline };
const target = { server: '!host', tool: 'get_weather' };
const decision = { ...common, type: 'policy-decision', decision: 'allowed', operation: 'tool-invocation' };
const once = { ...decision, policy_life: 'once', operation_id: 'o1', attempt: 1, ...target };
const standing = { ...decision, policy_life: 'standing', ...target };
const keydown = { type: 'keydown', ...common, button: '1' };

function without(event: SampleEvent, ...names: readonly string[]): SampleEvent {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)));
}

const accepts = true;
const refuses = false;

const table: readonly (readonly [name: string, event: SampleEvent, prose: boolean, schema: boolean])[] = [
  ['tool-invocation, inline JSON arguments', invocation, accepts, accepts],
  ['tool-invocation without content', without(invocation, 'mediatype', 'encoding', 'body'), accepts, accepts],
  ['tool-invocation without server', without(invocation, 'server'), refuses, refuses],
  ['tool-invocation without tool', without(invocation, 'tool'), refuses, refuses],
  ['tool-invocation with decision', { ...invocation, decision: 'allowed' }, refuses, refuses],
  ['tool-invocation without operation_id', without(invocation, 'operation_id'), refuses, refuses],
  ['tool-invocation without attempt', without(invocation, 'attempt'), refuses, refuses],
  ['attempt 0', { ...invocation, attempt: 0 }, refuses, refuses],
  ['attempt "1"', { ...invocation, attempt: '1' }, refuses, refuses],
  ['tool-invocation without party', without(invocation, 'party'), refuses, refuses],
  ['tool-invocation without sessions', without(invocation, 'sessions'), refuses, refuses],
  ['tool-invocation without time', without(invocation, 'time'), refuses, accepts],
  ['tool-result, inline JSON', result, accepts, accepts],
  ['tool-result with server', { ...result, server: '!host' }, refuses, refuses],
  ['tool-result with tool', { ...result, tool: 'get_weather' }, refuses, refuses],
  ['tool-result, inline body without mediatype', without(result, 'mediatype'), refuses, accepts],
  ['tool-result, body without encoding', without(result, 'encoding'), refuses, refuses],
  ['tool-result, url and content_hash', { ...bare, ...external }, accepts, accepts],
  ['tool-result, url without content_hash', without({ ...bare, ...external }, 'content_hash'), refuses, refuses],
  ['tool-result, body and url', { ...result, ...external }, refuses, refuses],
  ['tool-result, redacted: no body', without(result, 'body'), accepts, accepts],
  ['tool-result, redacted: no url', without({ ...bare, ...external }, 'url'), accepts, accepts],
  ['tool-result, url with content_hash []', { ...bare, ...external, content_hash: [] }, refuses, accepts],
  ['tool-result, content_hash "sha-512:"', { ...bare, ...external, content_hash: 'sha-512:AA' }, refuses, refuses],
  ['tool-result, body with content_hash', { ...result, content_hash: HASH }, refuses, accepts],
  ['tool-result, encoding "base64"', { ...result, encoding: 'base64', body: 'AAAA' }, refuses, accepts],
  ['tool-result, encoding "none" with an object', { ...result, encoding: 'none' }, refuses, accepts],
  ['tool-result, body false', { ...result, body: false }, accepts, accepts],
  ['tool-result, body null', { ...result, body: null }, accepts, accepts],
  ['tool-result, attachment 0', { ...result, attachment: 0 }, accepts, accepts],
  ['tool-result, attachment [0,1]', { ...result, attachment: [0, 1] }, accepts, accepts],
  ['url together with encoding', { ...bare, ...external, encoding: 'json' }, refuses, accepts],
  ['core event with "reason": 5', { ...keydown, reason: 5 }, accepts, refuses],
  ['tool-result, attachment -1', { ...result, attachment: -1 }, refuses, refuses],
  ['tool-pending without content', { ...bare, type: 'tool-pending' }, accepts, accepts],
  ['tool-timeout without content', { ...bare, type: 'tool-timeout' }, accepts, accepts],
  ['tool-denied with reason', { ...result, type: 'tool-denied', reason: 'no scope' }, refuses, refuses],
  ['policy-decision once', once, accepts, accepts],
  ['policy-decision once without operation_id', without(once, 'operation_id'), refuses, refuses],
  ['policy-decision once without attempt', without(once, 'attempt'), refuses, refuses],
  ['policy-decision once without tool', without(once, 'tool'), refuses, refuses],
  ['policy-decision once without server', without(once, 'server'), refuses, refuses],
  ['policy-decision with body', { ...once, ...inline }, refuses, refuses],
  ['policy-decision with attachment', { ...once, attachment: 0 }, refuses, refuses],
  ['policy-decision with decision "maybe"', { ...once, decision: 'maybe' }, refuses, refuses],
  ['policy-decision without operation', without(once, 'operation'), refuses, refuses],
  ['policy-decision without policy_life', without(once, 'policy_life'), refuses, refuses],
  ['policy-decision standing, one tool', standing, accepts, accepts],
  ['policy-decision standing, all tools', without(standing, 'tool'), accepts, accepts],
  ['policy-decision standing with operation_id', { ...standing, operation_id: 'o1' }, refuses, refuses],
  ['policy-decision standing with attempt', { ...standing, attempt: 1 }, refuses, refuses],
  ['policy-decision standing with reason', { ...standing, reason: 'configured' }, accepts, accepts],
  [
    'policy-decision, other operation, no server or tool',
    without({ ...once, operation: 'delegation' }, 'server', 'tool'),
    accepts,
    refuses,
  ],
  ['server "!other"', { ...invocation, server: '!other' }, refuses, accepts],
  ['extra parameter trace_id', { ...result, trace_id: 'abc' }, accepts, accepts],
  ['core event keydown', keydown, accepts, accepts],
  ['other extension, "attempt": 0', { ...keydown, type: 'x-retry', attempt: 0 }, accepts, refuses],
  ['other extension, "tool": {}', { ...keydown, type: 'x-tool', tool: {} }, accepts, refuses],
  ['event without type', without(result, 'type'), refuses, accepts],
  ['party "agent", sessions null', { ...result, party: 'agent', sessions: null }, refuses, accepts],
];

/** Single events on which prose and schema of the draft were compared. */
export const SAMPLES: readonly Sample[] = table.map(([name, event, prose, schema]) => ({ name, event, prose, schema }));

/** A vCon that is in order but for the events. */
export function vconWith(events: readonly SampleEvent[], others: SampleEvent = {}): Record<string, unknown> {
  return {
    uuid: '01a22bae-b680-8924-9144-dd5c740c188d',
    created_at: '2026-11-30T09:00:00Z',
    extensions: ['tool-invocation'],
    parties: [{ type: 'bot', name: 'planner' }],
    sessions: [{ start: '2026-11-30T09:00:00Z', parties: [0] }],
    attachments: [{ party: 0 }, { party: 0 }],
    events,
    ...others,
  };
}
