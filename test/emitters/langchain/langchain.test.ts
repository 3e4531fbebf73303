import type { ExpectedOperation } from '../../cases/case-file.js';
import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, like, maybe, operation } from '../truth.js';

const ran = [
  ['water_level', { river: 'Tejo' }],
  ['open_gate', { gate: 4, by: 2 }],
  ['flood_field', { field: 'F-approved' }],
  ['flood_field', { field: 'F-edited' }],
] as const;
const nowhere = ['F-refused', 'F-proposed'];

/** What the graph does; the two instrumentations differ in how they name a failing tool and a single argument that is text. */
function operations(failingTool: string, argument: (name: string, text: string) => unknown): ExpectedOperation[] {
  return [
    identified(
      'c-level',
      operation(
        'the tool returned',
        invoked('water_level', argument('river', 'Tejo')),
        event('tool-result', { river: 'Tejo', metres: 3.2 }),
      ),
    ),
    operation(
      'the tool threw',
      invoked(failingTool, { gate: 4, by: 2 }),
      event('tool-failure', like('the motor is hot')),
    ),
    identified('c-refused', operation('a person was asked and refused', decided('permission-required', 'flood_field'))),
    identified(
      'c-approved',
      operation(
        'a person was asked and agreed, and the tool returned',
        decided('permission-required', 'flood_field'),
        invoked('flood_field', argument('field', 'F-approved')),
        event('tool-result', 'flooded F-approved'),
      ),
    ),
    identified(
      'c-edited',
      operation(
        'a person was asked and agreed to other arguments, and the tool returned',
        decided('permission-required', 'flood_field'),
        invoked('flood_field', argument('field', 'F-edited')),
        event('tool-result', 'flooded F-edited'),
      ),
    ),
    maybe(
      'arguments that do not fit: the tool was not reached',
      invoked('water_level', { depth: 5 }),
      event('tool-error', like('schema')),
    ),
    maybe('a tool that does not exist', invoked('no_such_tool', {}), event('tool-error', like('no_such_tool'))),
  ];
}

testEmitter('LangGraph with OpenInference', 'langchain/openinference.mjs', {
  operations: operations('open_gate', (_name, text) => text),
  ran,
  parties: ['keeper', 'watcher'],
  conversations: ['talk-c-approved', 'talk-c-edited', 'talk-c-refused', 'talk-gate', 'talk-level'],
  nowhere,
});

// The spans of a tool that fails bear the name of its class, and every span is a trace of its own, which names no agent.
testEmitter('LangGraph with Traceloop', 'langchain/traceloop.mjs', {
  operations: operations('DynamicStructuredTool', (name, text) => ({ [name]: text })),
  ran,
  parties: ['dam'],
  conversations: [],
  nowhere,
});
