import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, like, maybe, operation } from '../truth.js';

testEmitter('Mastra', 'mastra/agent.mjs', {
  operations: [
    identified(
      'c-sensor',
      operation(
        'one of two calls in one answer; the tool returned',
        { ...invoked('read_sensor', { bed: 'B-1' }), party_name: 'gardener' },
        event('tool-result', { bed: 'B-1', celsius: 23.5 }),
      ),
    ),
    identified(
      'c-roof',
      operation(
        'the tool threw',
        invoked('open_roof', { degrees: 30 }),
        event('tool-failure', like('wind is too strong')),
      ),
    ),
    identified('c-refused', operation('a person was asked and refused', decided('permission-required', 'water_bed'))),
    identified(
      'c-approved',
      operation(
        'a person was asked and agreed, and the tool returned',
        decided('permission-required', 'water_bed'),
        { ...invoked('water_bed', { bed: 'B-approved' }), party_name: 'approved' },
        event('tool-result', { watered: 'B-approved' }),
      ),
    ),
    identified(
      'c-bad',
      operation(
        'arguments that do not fit: the tool was not reached',
        invoked('read_sensor', { depth: 5 }),
        event('tool-error', like('validation failed')),
      ),
    ),
    maybe('a tool that does not exist', invoked('no_such_tool', {}), event('tool-error', like('no_such_tool'))),
  ],
  ran: [
    ['read_sensor', { bed: 'B-1' }],
    ['open_roof', { degrees: 30 }],
    ['water_bed', { bed: 'B-approved' }],
  ],
  parties: ['approved', 'confused', 'gardener', 'refused'],
  conversations: ['talk-m'],
  nowhere: ['B-refused'],
});
