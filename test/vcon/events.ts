import { type Finding, validateVcon } from '../../src/vcon/index.js';
import type { SampleEvent } from './samples.js';

/** Findings as `code path`. */
export const brief = (findings: readonly Finding[]) => findings.map(({ code, path }) => `${code} ${path}`);

/** The errors of a vCon as `code path`. */
export const errorsOf = (vcon: unknown) => brief(validateVcon(vcon).errors);

/** A time of the samples, in seconds after nine. */
export const at = (second: number) => `2026-11-30T09:00:${String(second).padStart(2, '0')}Z`;
const json = { mediatype: 'application/json', encoding: 'json', body: {} };
/** A tool event that is in order. */
export const event = (type: string, second: number, more: SampleEvent = {}): SampleEvent => ({
  type,
  time: at(second),
  sessions: 0,
  party: 0,
  operation_id: 'o1',
  attempt: 1,
  ...(type === 'tool-invocation' ? { server: '!host', tool: 'search' } : {}),
  ...json,
  ...more,
});
/** A policy decision that is in order: for one attempt, or standing when `policy_life` says so. */
export const decision = (second: number, more: SampleEvent = {}): SampleEvent => ({
  type: 'policy-decision',
  time: at(second),
  sessions: 0,
  party: 0,
  decision: 'allowed',
  operation: 'tool-invocation',
  server: '!host',
  tool: 'search',
  ...('policy_life' in more ? {} : { policy_life: 'once', operation_id: 'o1', attempt: 1 }),
  ...more,
});
