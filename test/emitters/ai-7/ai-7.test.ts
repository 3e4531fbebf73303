import { testEmitter } from '../test-emitter.js';
import { decided, identified, operation } from '../truth.js';
import { ASKED, COMMON, RAN_APPROVED, RAN_FIRST, RAN_STOPPED } from '../vercel-ai-truth.js';

testEmitter('Vercel AI SDK 7', 'ai-7/agent.mjs', {
  operations: [
    ...COMMON,
    ...ASKED,
    identified(
      'c-policy',
      operation(
        'the configuration refused, and nobody was asked',
        decided('disallowed', 'print_label', { reason: 'the printer is for people' }),
      ),
    ),
  ],
  ran: [...RAN_FIRST, RAN_APPROVED, ...RAN_STOPPED],
  parties: ['clerk'],
  conversations: ['talk-7'],
  nowhere: ['A-refused', 'L-forbidden'],
});
