import { describe, expect, it } from 'vitest';
import {
  type AttemptEventType,
  type AttemptState,
  EVENT_TYPES,
  hasEnded,
  impliedState,
  nextState,
} from '../../src/vcon/index.js';

const WORKING: AttemptState[] = ['running', 'pending', 'input-required-while-running', 'input-required-while-pending'];
const ACTIVE: AttemptState[] = [...WORKING, 'timed-out', 'cancel-requested'];
const ENDED: AttemptState[] = ['completed', 'failed', 'errored', 'denied'];
const STATES = [undefined, ...ACTIVE, ...ENDED];
const TYPES = EVENT_TYPES.filter((type): type is AttemptEventType => type !== 'policy-decision');

/** Draft Table 2, row by row. */
const TABLE: readonly (readonly [
  from: (AttemptState | undefined)[],
  type: AttemptEventType,
  to: AttemptState | 'unchanged',
])[] = [
  [[undefined], 'tool-invocation', 'running'],
  [['running'], 'tool-pending', 'pending'],
  [['running', 'pending', 'timed-out', 'cancel-requested'], 'tool-progress', 'unchanged'],
  [['running'], 'tool-input', 'input-required-while-running'],
  [['pending'], 'tool-input', 'input-required-while-pending'],
  [['input-required-while-running'], 'tool-input-response', 'running'],
  [['input-required-while-pending'], 'tool-input-response', 'pending'],
  [WORKING, 'tool-timeout', 'timed-out'],
  [[...WORKING, 'timed-out'], 'tool-cancel', 'cancel-requested'],
  [ACTIVE, 'tool-result', 'completed'],
  [ACTIVE, 'tool-failure', 'failed'],
  [ACTIVE, 'tool-error', 'errored'],
  [ACTIVE, 'tool-denied', 'denied'],
];

describe('the state model of an attempt (draft Table 2)', () => {
  it.each(STATES.flatMap((state) => TYPES.map((type) => [state, type] as const)))('%s, %s', (state, type) => {
    const row = TABLE.find(([from, event]) => event === type && from.includes(state));
    const expected = row?.[2] === 'unchanged' ? state : row?.[2];
    expect(nextState(state, type)).toBe(expected);
  });

  it('ends with the four endings only', () => {
    expect(ACTIVE.some(hasEnded)).toBe(false);
    expect(ENDED.every(hasEnded)).toBe(true);
  });

  it('takes an event out of the model for what it says, but for an attempt that has ended', () => {
    expect(impliedState(undefined, 'tool-result')).toBe('completed');
    expect(impliedState('timed-out', 'tool-pending')).toBe('pending');
    expect(impliedState('failed', 'tool-progress')).toBe('failed');
  });
});
