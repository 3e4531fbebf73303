import { testEmitter } from '../test-emitter.js';
import { event, identified, invoked, like, operation } from '../truth.js';

testEmitter('Langfuse', 'langfuse/agent.mjs', {
  operations: [
    identified(
      'c-find',
      operation('the tool returned', invoked('find_book', { title: 'Atlas' }), event('tool-result', { shelf: 'Q-12' })),
    ),
    operation(
      'the tool reported an error',
      invoked('lend_book', { title: 'Atlas', days: 14 }),
      event('tool-failure', like('the card has expired')),
    ),
    operation('the tool threw', invoked('scan_page', { page: 3 }), event('tool-failure', like('the lamp is broken'))),
  ],
  ran: [
    ['find_book', { title: 'Atlas' }],
    ['lend_book', { title: 'Atlas', days: 14 }],
    ['scan_page', { page: 3 }],
  ],
  parties: ['librarian'],
  conversations: ['talk-l'],
  nowhere: [],
});
