import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, like, maybe, operation } from '../truth.js';

testEmitter('OpenAI Agents SDK with OpenInference', 'openai-agents/agent.mjs', {
  operations: [
    operation(
      'one of two calls in one answer; the tool returned',
      invoked('find_train', { to: 'Évora' }),
      event('tool-result', { to: 'Évora', leaves: '09:40' }),
    ),
    operation(
      'the tool threw, and the model was told; the error itself is redacted by the framework',
      invoked('book_seat', { seat: 12 }),
      event('tool-failure', like('error occurred while running')),
    ),
    operation(
      'the tool threw, which ended the run',
      invoked('book_strictly', { seat: 13 }),
      event('tool-failure', like('the seat is taken')),
    ),
    identified('c-refused', operation('a person was asked and refused', decided('permission-required', 'cancel_trip'))),
    operation(
      'a person was asked and agreed, of which the telemetry has no sign; the tool returned',
      invoked('cancel_trip', { trip: 'T-approved' }),
      event('tool-result', { cancelled: 'T-approved' }),
    ),
    operation(
      'the framework stopped waiting for the tool',
      invoked('slow_search', { pages: 900 }),
      event('tool-timeout', like('timed out after 40ms')),
    ),
    operation(
      'arguments that do not fit; the framework takes them off the span',
      invoked('find_train', { $absent: true }),
      event('tool-error', like('error occurred')),
    ),
    maybe('a tool that does not exist', invoked('no_such_tool', {}), event('tool-error', like('no_such_tool'))),
    operation(
      'a call by the agent that was handed the talk',
      { ...invoked('find_train', { to: 'Beja' }), party_name: 'guide' },
      event('tool-result', { to: 'Beja', leaves: '09:40' }),
    ),
  ],
  ran: [
    ['find_train', { to: 'Évora' }],
    ['book_seat', { seat: 12 }],
    ['cancel_trip', { trip: 'T-approved' }],
    ['book_strictly', { seat: 13 }],
    ['slow_search', { pages: 900 }],
    ['find_train', { to: 'Beja' }],
  ],
  parties: ['canceller', 'guide', 'planner'],
  conversations: [],
  nowhere: ['T-refused'],
});
