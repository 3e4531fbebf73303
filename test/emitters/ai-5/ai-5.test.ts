import { testEmitter } from '../test-emitter.js';
import { COMMON, RAN_FIRST, RAN_STOPPED } from '../vercel-ai-truth.js';

testEmitter('Vercel AI SDK 5', 'ai-5/agent.mjs', {
  operations: COMMON,
  ran: [...RAN_FIRST, ...RAN_STOPPED],
  parties: ['clerk'],
  conversations: ['talk-5'],
  nowhere: [],
});
