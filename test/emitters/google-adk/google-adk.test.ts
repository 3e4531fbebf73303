import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, like, maybe, oneOf, operation } from '../truth.js';

// The spans of calls that fail have no arguments.
const unlessFailed = (body: unknown) => ({ $or_absent: body });

testEmitter('Google ADK', 'google-adk/agent.mjs', {
  operations: [
    identified(
      'c-find',
      operation(
        'one of two calls in one answer; the tool returned',
        invoked('find_painting', { title: 'Dusk' }),
        event('tool-result', { title: 'Dusk', room: 7 }),
      ),
    ),
    identified(
      'c-dim',
      operation(
        'the other; the tool threw',
        invoked('dim_lights', unlessFailed({ room: 7 })),
        event('tool-failure', like('the switch is locked')),
      ),
    ),
    identified(
      'c-single',
      operation(
        'a call alone in its answer; the tool threw',
        invoked('dim_lights', unlessFailed({ room: 8 })),
        event('tool-failure', like('the switch is locked')),
      ),
    ),
    identified('c-refused', operation('a person was asked and refused', decided('permission-required', 'open_vault'))),
    identified(
      'c-approved',
      operation(
        'a person was asked and agreed, and the tool returned',
        decided('permission-required', 'open_vault'),
        invoked('open_vault', { vault: 'V-approved' }),
        event('tool-result', { opened: 'V-approved' }),
      ),
    ),
    identified('c-bad', {
      ...operation(
        'arguments that do not fit, which this framework tells in the same way as a tool that throws',
        invoked('find_painting', unlessFailed({ painter: 5 })),
        { ...event('tool-failure', like('title')), type: oneOf('tool-failure', 'tool-error') },
      ),
    }),
    maybe('a tool that does not exist', invoked('no_such_tool', {}), event('tool-error', like('no_such_tool'))),
  ],
  ran: [
    ['find_painting', { title: 'Dusk' }],
    ['dim_lights', { room: 7 }],
    ['dim_lights', { room: 8 }],
    ['open_vault', { vault: 'V-approved' }],
  ],
  parties: ['guide', 'keeper'],
  conversations: ['talk-bad', 'talk-c-approved', 'talk-c-refused', 'talk-look', 'talk-single'],
  nowhere: ['V-refused'],
});
