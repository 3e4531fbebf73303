import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, operation } from '../truth.js';
import { COMMON, RAN_FIRST, RAN_STOPPED } from '../vercel-ai-truth.js';

testEmitter('Vercel AI SDK 7', 'ai-7/agent.mjs', {
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
      'c-policy',
      operation(
        'the configuration refused, and nobody was asked',
        decided('disallowed', 'print_label', { reason: 'the printer is for people' }),
      ),
    ),
  ],
  ran: [...RAN_FIRST, ['close_account', { account: 'A-approved' }], ...RAN_STOPPED],
  parties: ['clerk'],
  conversations: ['talk-7'],
  nowhere: ['A-refused', 'L-forbidden'],
});
