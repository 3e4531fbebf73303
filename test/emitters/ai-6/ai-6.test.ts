import { testEmitter } from '../test-emitter.js';
import { event, identified, invoked, operation } from '../truth.js';
import { ASKED, COMMON, RAN_APPROVED, RAN_FIRST, RAN_STOPPED } from '../vercel-ai-truth.js';

testEmitter('Vercel AI SDK 6', 'ai-6/agent.mjs', {
  operations: [
    ...COMMON,
    ...ASKED,
    identified(
      'c-stream',
      operation(
        'a call in a streamed answer',
        invoked('track_parcel', { parcel: 'P-2' }),
        event('tool-result', { parcel: 'P-2', place: 'Porto', days: 2 }),
      ),
    ),
  ],
  ran: [...RAN_FIRST, RAN_APPROVED, ...RAN_STOPPED, ['track_parcel', { parcel: 'P-2' }]],
  parties: ['clerk'],
  conversations: ['talk-6'],
  nowhere: ['A-refused'],
});
