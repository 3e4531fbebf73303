import { testEmitter } from '../test-emitter.js';
import { event, identified, invoked, like, maybe, operation } from '../truth.js';

/** The tool asks before it does anything, and is answered. */
const asked = (tray: string, answer: unknown) => [
  invoked('discard_dough', { tray }),
  event('tool-input', { question: `Discard ${tray}?` }),
  event('tool-input-response', answer),
];

testEmitter('Genkit', 'genkit/agent.mjs', {
  operations: [
    identified(
      'c-oven',
      operation(
        'the tool returned',
        invoked('check_oven', { oven: 2 }),
        event('tool-result', { oven: 2, celsius: 230 }),
      ),
    ),
    identified(
      'c-knead',
      operation('the tool threw', invoked('knead', { kilos: 9 }), event('tool-failure', like('the hook is bent'))),
    ),
    identified(
      'c-agreed',
      operation(
        'the tool asked, was started again with a yes, and did it',
        ...asked('D-agreed', { agreed: true }),
        event('tool-result', { discarded: 'D-agreed' }),
      ),
    ),
    identified(
      'c-kept',
      operation(
        'the tool asked, was started again with a no, and returned',
        ...asked('D-kept', { agreed: false }),
        event('tool-result', { kept: 'D-kept' }),
      ),
    ),
    identified(
      'c-answered',
      operation('the tool asked, and the answer took the place of its result', ...asked('D-answered', { later: true })),
    ),
    maybe(
      'arguments that do not fit: the tool was not reached',
      invoked('check_oven', { shelf: 1 }),
      event('tool-error', like('oven')),
    ),
    maybe('a tool that does not exist', invoked('no_such_tool', {}), event('tool-error', like('no_such_tool'))),
  ],
  // A tool that is started again runs from its beginning.
  ran: [
    ['check_oven', { oven: 2 }],
    ['knead', { kilos: 9 }],
    ['discard_dough', { tray: 'D-agreed' }],
    ['discard_dough', { tray: 'D-agreed' }],
    ['discard_dough', { tray: 'D-kept' }],
    ['discard_dough', { tray: 'D-kept' }],
    ['discard_dough', { tray: 'D-answered' }],
  ],
  // Genkit tells of no agent.
  parties: ['bakery'],
  conversations: [],
  nowhere: [],
});
