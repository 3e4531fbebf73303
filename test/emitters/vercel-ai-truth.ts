import type { ExpectedOperation } from '../cases/case-file.js';
import { decided, event, identified, invoked, like, maybe, operation } from './truth.js';

/** What the agents of all versions of the Vercel AI SDK do. */
export const COMMON: readonly ExpectedOperation[] = [
  identified(
    'c-track',
    operation(
      'one of three calls in one answer; the tool returned',
      invoked('track_parcel', { parcel: 'P-1' }),
      event('tool-result', { parcel: 'P-1', place: 'Porto', days: 2 }),
    ),
  ),
  identified(
    'c-refund',
    operation(
      'the tool threw',
      invoked('refund', { order: 'O-1', cents: 990 }),
      event('tool-failure', like('RangeError.*the refund is above the limit')),
    ),
  ),
  identified(
    'c-count',
    operation(
      'the tool told how far it was, which no telemetry shows, and returned',
      invoked('count_stock', { shelves: 3 }),
      event('tool-result', { counted: 3, pieces: 30 }),
    ),
  ),
  identified(
    'c-cancel',
    operation(
      'the application stopped the run while the tool worked',
      invoked('await_truck', { gate: 4 }),
      event('tool-cancel'),
    ),
  ),
  identified(
    'c-timeout',
    operation(
      'the run reached its time limit while the tool worked',
      invoked('await_truck', { gate: 5 }),
      event('tool-timeout'),
    ),
  ),
  maybe(
    'arguments that do not fit: the tool was not reached',
    invoked('track_parcel', { number: 7 }),
    event('tool-error', like('[Ii]nvalid')),
  ),
  maybe('a tool that does not exist', invoked('no_such_tool', {}), event('tool-error', like('no_such_tool'))),
];

/** What a person was asked about, in the versions that can ask. */
export const ASKED: readonly ExpectedOperation[] = [
  identified('c-refused', operation('a person was asked and refused', decided('permission-required', 'close_account'))),
  identified(
    'c-approved',
    operation(
      'a person was asked and agreed, and the tool returned',
      decided('permission-required', 'close_account'),
      invoked('close_account', { account: 'A-approved' }),
      event('tool-result', { closed: 'A-approved' }),
    ),
  ),
];

/** The calls of {@link COMMON} that reached the tools' code, up to the first that an application stops. */
export const RAN_FIRST = [
  ['track_parcel', { parcel: 'P-1' }],
  ['refund', { order: 'O-1', cents: 990 }],
  ['count_stock', { shelves: 3 }],
] as const;

/** The calls that an application stops. */
export const RAN_STOPPED = [
  ['await_truck', { gate: 4 }],
  ['await_truck', { gate: 5 }],
] as const;

/** The call of {@link ASKED} that a person agreed to. */
export const RAN_APPROVED = ['close_account', { account: 'A-approved' }] as const;
