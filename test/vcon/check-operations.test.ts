import { describe, expect, it } from 'vitest';
import { validateVcon } from '../../src/vcon/index.js';
import { brief, decision, errorsOf, event } from './events.js';
import { type SampleEvent, vconWith } from './samples.js';

describe('rules over the events of an operation', () => {
  it.each<[string, SampleEvent[], string[]]>([
    [
      'attempts from 1 in steps of one',
      [event('tool-invocation', 0), event('tool-error', 1), event('tool-invocation', 2, { attempt: 2 })],
      [],
    ],
    ['the first attempt is not 1', [event('tool-invocation', 0, { attempt: 2 })], ['attempt-step /events/0/attempt']],
    [
      'a missing attempt',
      [event('tool-invocation', 0), event('tool-error', 1, { attempt: 3 })],
      ['attempt-step /events/1/attempt'],
    ],
    [
      'two requests of one attempt',
      [event('tool-invocation', 0), event('tool-invocation', 1)],
      ['attempt-repeated /events/1'],
    ],
    [
      'another tool in the same attempt',
      [decision(0, { tool: 'delete' }), event('tool-invocation', 1)],
      ['operation-id-reused /events/1'],
    ],
    [
      'another tool in a later attempt',
      [
        event('tool-invocation', 0),
        event('tool-error', 1),
        event('tool-invocation', 2, { attempt: 2, tool: 'delete' }),
      ],
      ['operation-id-reused /events/2'],
    ],
    [
      'another server in the same attempt',
      [decision(0, { server: 'files' }), event('tool-invocation', 1)],
      ['operation-id-reused /events/1'],
    ],
    [
      'another kind of operation',
      [decision(0, { operation: 'delegation' }), event('tool-result', 1)],
      ['operation-id-reused /events/1'],
    ],
  ])('%s', (_, events, errors) => {
    expect(errorsOf(vconWith(events))).toEqual(errors);
  });

  it('only observes missing attempts in a redacted vCon', () => {
    const report = validateVcon(
      vconWith([event('tool-invocation', 0, { attempt: 2 })], { redacted_from: { type: 'x' } }),
    );
    expect(report.valid).toBe(true);
    expect(brief(report.observations)).toContain('attempt-step /events/0/attempt');
  });
});

describe('observations', () => {
  const observed = (events: readonly SampleEvent[]) => {
    const report = validateVcon(vconWith(events));
    expect(report.errors).toEqual([]);
    return brief(report.observations);
  };
  const standing = (second: number, more: SampleEvent = {}) => decision(second, { policy_life: 'standing', ...more });

  it.each<[string, SampleEvent[], string[]]>([
    [
      'a late response after a timeout',
      [event('tool-invocation', 0), event('tool-timeout', 1), event('tool-cancel', 2), event('tool-result', 3)],
      [],
    ],
    ['any order in the array', [event('tool-result', 3), event('tool-invocation', 0), event('tool-pending', 1)], []],
    ['permission granted', [decision(0, { decision: 'permission-required' }), event('tool-invocation', 1)], []],
    ['permission not granted', [decision(0, { decision: 'permission-required' })], []],
    ['a result without a request', [event('tool-result', 0)], ['out-of-model /events/0']],
    [
      'a result after the end',
      [event('tool-invocation', 0), event('tool-failure', 1), event('tool-result', 2)],
      ['out-of-model /events/2'],
    ],
    [
      'performed though disallowed',
      [decision(0, { decision: 'disallowed' }), event('tool-invocation', 1)],
      ['performed-though-disallowed /events/1'],
    ],
    [
      'performed though disallowed for the server',
      [standing(0, { decision: 'disallowed', tool: undefined }), event('tool-invocation', 1)],
      ['performed-though-disallowed /events/1'],
    ],
    [
      'a decision for the tool before one for the server',
      [standing(0, { decision: 'disallowed', tool: undefined }), standing(1), event('tool-invocation', 2)],
      [],
    ],
    [
      'a standing decision that was replaced',
      [standing(0, { decision: 'disallowed' }), standing(1), event('tool-invocation', 2)],
      [],
    ],
    [
      'a standing decision for another tool',
      [standing(0, { decision: 'disallowed', tool: 'delete' }), event('tool-invocation', 2)],
      [],
    ],
    [
      'a decision although covered',
      [standing(0), decision(1), event('tool-invocation', 2)],
      ['decision-covered /events/1'],
    ],
    [
      'asked, then granted for always',
      [decision(0, { decision: 'permission-required' }), standing(1), event('tool-invocation', 2)],
      [],
    ],
    ['a late decision', [event('tool-invocation', 0), decision(1)], ['decision-late /events/1']],
    [
      'a retry after an end',
      [event('tool-invocation', 0), event('tool-denied', 1), event('tool-invocation', 2, { attempt: 2 })],
      [],
    ],
    [
      'a retry before the end',
      [
        event('tool-invocation', 0),
        event('tool-timeout', 1),
        event('tool-invocation', 2, { attempt: 2 }),
        event('tool-result', 3),
      ],
      ['attempt-early /events/2'],
    ],
    [
      'no content',
      [event('tool-invocation', 0, { mediatype: undefined, encoding: undefined, body: undefined })],
      ['no-content /events/0'],
    ],
  ])('%s', (_, events, observations) => {
    expect(observed(JSON.parse(JSON.stringify(events)) as SampleEvent[])).toEqual(observations);
  });

  it('are made of another version of UUID', () => {
    const report = validateVcon(vconWith([], { uuid: '6ba7b810-9dad-41d1-80b4-00c04fd430c8' }));
    expect(report).toMatchObject({
      valid: true,
      warnings: [],
      observations: [{ code: 'uuid-version', path: '/uuid' }],
    });
  });
});
