import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, operation } from '../truth.js';
import { COMMON, RAN_FIRST, RAN_STOPPED } from '../vercel-ai-truth.js';

testEmitter('Vercel AI SDK 6', 'ai-6/agent.mjs', {
  operations: [
    ...COMMON,
    identified(
      'c-refused',
      operation('a person was asked and refused', decided('permission-required', 'close_account')),
    ),
    identified(
      'c-approved',
      operation(
        'a person was asked and agreed, and the tool returned',
        decided('permission-required', 'close_account'),
        invoked('close_account', { account: 'A-approved' }),
        event('tool-result', { closed: 'A-approved' }),
      ),
    ),
    identified(
      'c-stream',
      operation(
        'a call in a streamed answer',
        invoked('track_parcel', { parcel: 'P-2' }),
        event('tool-result', { parcel: 'P-2', place: 'Porto', days: 2 }),
      ),
    ),
  ],
  ran: [
    ...RAN_FIRST,
    ['close_account', { account: 'A-approved' }],
    ...RAN_STOPPED,
    ['track_parcel', { parcel: 'P-2' }],
  ],
  parties: ['clerk'],
  conversations: ['talk-6'],
  nowhere: ['A-refused'],
});
