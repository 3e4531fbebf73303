import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, like, operation, type Truth } from '../truth.js';

const truth: Truth = {
  operations: [
    identified(
      'c-wind',
      operation(
        'one of two calls in one answer; the tool returned',
        invoked('read_wind', { mast: 'M-1' }),
        event('tool-result', [{ json: { mast: 'M-1', knots: 14 } }]),
      ),
    ),
    identified(
      'c-engine',
      operation(
        'the tool threw',
        invoked('start_engine', { engine: 2 }),
        event('tool-failure', like('no oil pressure')),
      ),
    ),
    identified(
      'c-policy',
      operation('a rule refused', decided('disallowed', 'cast_off', { reason: 'the harbour is closed' })),
    ),
    identified('c-refused', operation('a person was asked and refused', decided('permission-required', 'cast_off'))),
    identified(
      'c-approved',
      operation(
        'a person was asked and agreed, and the tool returned',
        decided('permission-required', 'cast_off'),
        invoked('cast_off', { pier: 'P-approved' }),
        event('tool-result', [{ json: { left: 'P-approved' } }]),
      ),
    ),
    identified(
      'c-input',
      operation(
        'the tool asked, was answered, which the telemetry tells without the words, and returned',
        invoked('ask_captain', { about: 'fog' }),
        event('tool-input'),
        event('tool-input-response'),
        event('tool-result', [{ json: { said: 'wait' } }]),
      ),
    ),
    identified(
      'c-bad',
      operation(
        'arguments that do not fit: the tool was not reached',
        invoked('read_wind', { sail: 1 }),
        event('tool-error', like('invalid_type')),
      ),
    ),
    identified(
      'c-unknown',
      operation(
        'a tool that does not exist',
        invoked('no_such_tool', {}),
        event('tool-error', like('no_such_tool.*not found')),
      ),
    ),
  ],
  ran: [
    ['read_wind', { mast: 'M-1' }],
    ['start_engine', { engine: 2 }],
    ['cast_off', { pier: 'P-approved' }],
  ],
  parties: ['mate'],
  conversations: ['talk-s'],
  nowhere: ['P-forbidden', 'P-refused'],
};

testEmitter('Strands Agents SDK', 'strands/agent.mjs', truth);
testEmitter('Strands Agents SDK with the newest conventions', 'strands/latest.mjs', truth);
