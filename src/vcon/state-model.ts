import type { EventType } from './types.js';

/**
 * The states of an attempt of a tool invocation (draft section 5). Input Required stands twice, because the state to which
 * "tool-input-response" leads is the one from which the input was requested.
 */
export type AttemptState =
  | 'running'
  | 'pending'
  | 'input-required-while-running'
  | 'input-required-while-pending'
  | 'timed-out'
  | 'cancel-requested'
  | 'completed'
  | 'failed'
  | 'errored'
  | 'denied';

/** The types of event that an attempt consists of: all but "policy-decision". */
export type AttemptEventType = Exclude<EventType, 'policy-decision'>;

type Transitions = Readonly<Partial<Record<AttemptEventType, AttemptState>>>;

const ENDINGS: Transitions = {
  'tool-result': 'completed',
  'tool-failure': 'failed',
  'tool-error': 'errored',
  'tool-denied': 'denied',
};
const WORKING: Transitions = { ...ENDINGS, 'tool-timeout': 'timed-out', 'tool-cancel': 'cancel-requested' };
const START: Transitions = { 'tool-invocation': 'running' };

/** Draft Table 2, by the state from which a transition starts. */
const TRANSITIONS: Readonly<Record<AttemptState, Transitions>> = {
  running: {
    ...WORKING,
    'tool-pending': 'pending',
    'tool-progress': 'running',
    'tool-input': 'input-required-while-running',
  },
  pending: { ...WORKING, 'tool-progress': 'pending', 'tool-input': 'input-required-while-pending' },
  'input-required-while-running': { ...WORKING, 'tool-input-response': 'running' },
  'input-required-while-pending': { ...WORKING, 'tool-input-response': 'pending' },
  'timed-out': { ...ENDINGS, 'tool-progress': 'timed-out', 'tool-cancel': 'cancel-requested' },
  'cancel-requested': { ...ENDINGS, 'tool-progress': 'cancel-requested' },
  completed: {},
  failed: {},
  errored: {},
  denied: {},
};

/** Where an event leads that does not follow the model, because what came before it was not observed. */
const IMPLIED: Readonly<Record<AttemptEventType, AttemptState>> = {
  'tool-invocation': 'running',
  'tool-pending': 'pending',
  'tool-progress': 'running',
  'tool-input': 'input-required-while-running',
  'tool-input-response': 'running',
  'tool-result': 'completed',
  'tool-failure': 'failed',
  'tool-error': 'errored',
  'tool-denied': 'denied',
  'tool-timeout': 'timed-out',
  'tool-cancel': 'cancel-requested',
};

/**
 * The state that an event leads to (draft Table 2).
 *
 * @param state the attempt's state, `undefined` at its start.
 * @returns `undefined` when the event does not follow the state model.
 */
export function nextState(state: AttemptState | undefined, eventType: AttemptEventType): AttemptState | undefined {
  return (state === undefined ? START : TRANSITIONS[state])[eventType];
}

/** The state after an event that does not follow the model: what the event itself says. */
export function impliedState(state: AttemptState | undefined, eventType: AttemptEventType): AttemptState {
  return state !== undefined && hasEnded(state) ? state : IMPLIED[eventType];
}

/** Whether the attempt has ended. Timed Out and Cancel Requested are not final: the tool may still respond. */
export function hasEnded(state: AttemptState): boolean {
  return Object.keys(TRANSITIONS[state]).length === 0;
}
