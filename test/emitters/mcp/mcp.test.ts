import { testEmitter } from '../test-emitter.js';
import { decided, event, identified, invoked, like, oneOf, operation } from '../truth.js';

const HARBOUR = 'harbour';
/**
 * This SDK answers calls that do not reach the tool with a result that is marked as an error, and whose text has the code of a
 * protocol error: the one is a tool-failure (draft appendix A), the other a tool-error.
 */
const notReached = (text: string) => ({
  ...event('tool-failure', like(text)),
  type: oneOf('tool-failure', 'tool-error'),
});
const asked = (ship: string) =>
  event('tool-input', {
    mode: 'form',
    message: `Draught of ${ship}?`,
    requestedSchema: { type: 'object', properties: { draught: { type: 'number' } }, required: ['draught'] },
  });

testEmitter('MCP client and server with Traceloop', 'mcp/agent.mjs', {
  operations: [
    operation(
      'the tool returned',
      invoked('tide', { port: 'Faro' }, HARBOUR),
      event('tool-result', like('^high water in Faro at noon$')),
    ),
    operation(
      'the tool threw, which the server reports in a result',
      invoked('open_lock', { lock: 2 }, HARBOUR),
      event('tool-failure', like('the gate is jammed')),
    ),
    operation(
      'the tool asked, was answered, and returned',
      invoked('berth', { ship: 'Gull' }, HARBOUR),
      asked('Gull'),
      event('tool-input-response', { action: 'accept', content: { draught: 2.5 } }),
      event('tool-result', like('berth for 2.5 m')),
    ),
    operation(
      'the tool asked, and was not answered',
      invoked('berth', { ship: 'Tern' }, HARBOUR),
      asked('Tern'),
      event('tool-input-response', { action: 'decline' }),
      event('tool-result', like('no berth: decline')),
    ),
    operation(
      'the client stopped waiting; the tool worked on',
      invoked('dredge', { hours: 1 }, HARBOUR),
      event('tool-timeout', like('timed out')),
    ),
    operation('the client asked to stop', invoked('dredge', { hours: 2 }, HARBOUR), event('tool-cancel')),
    operation('arguments that do not fit', invoked('tide', { harbour: 'Faro' }, HARBOUR), notReached('-32602.*port')),
    operation(
      'a tool that does not exist',
      invoked('moor', { buoy: 9 }, HARBOUR),
      notReached('-32602.*moor not found'),
    ),
  ],
  ran: [
    ['tide', { port: 'Faro' }],
    ['open_lock', { lock: 2 }],
    ['berth', { ship: 'Gull' }],
    ['berth', { ship: 'Tern' }],
    ['dredge', { hours: 1 }],
    ['dredge', { hours: 2 }],
  ],
  parties: ['mcp-host'],
  conversations: [],
  nowhere: [],
});

const EVERYTHING = 'mcp-servers/everything';
const LONG = 'trigger-long-running-operation';

const told = (progress: number) => event('tool-progress', { progress, total: 3 });
const begin = [invoked(LONG, { duration: 0.3, steps: 3 }, EVERYTHING), told(1), told(2)];
const end = event('tool-result', like('Long running operation completed'));
// The server tells the last step together with the result, so that the client may have forgotten whom to tell.
const longOperation = {
  ...operation('the tool told how far it was, and returned', ...begin, told(3), end),
  or: [[...begin, end]],
};

testEmitter('MCP reference server over stdio', 'mcp/everything.mjs', {
  operations: [
    identified(
      'call-sum',
      operation(
        'the tool returned',
        invoked('get-sum', { a: 2, b: 40 }, EVERYTHING),
        event('tool-result', like('The sum of 2 and 40 is 42')),
      ),
    ),
    identified('call-long', longOperation),
    identified(
      'call-ask',
      operation(
        'the tool asked, was answered, and returned',
        invoked('trigger-elicitation-request', {}, EVERYTHING),
        event('tool-input', { message: 'Please provide inputs for the following fields:' }),
        event('tool-input-response', { action: 'accept', content: { name: 'Ada', integer: 7 } }),
        event('tool-result', like('User provided the requested information')),
      ),
    ),
    identified(
      'call-bad',
      operation(
        'arguments that do not fit',
        invoked('get-sum', { a: 'two', b: 40 }, EVERYTHING),
        notReached('-32602.*expected number'),
      ),
    ),
    identified(
      'call-unknown',
      operation(
        'a tool that does not exist',
        invoked('get-difference', { a: 2, b: 40 }, EVERYTHING),
        notReached('-32602.*get-difference not found'),
      ),
    ),
    identified(
      'call-late',
      operation(
        'the client stopped waiting',
        invoked(LONG, { duration: 5, steps: 1 }, EVERYTHING),
        event('tool-timeout', like('timed out')),
      ),
    ),
    identified(
      'call-stop',
      operation(
        'the client asked to stop, which the host tells as an error of its own span',
        invoked(LONG, { duration: 6, steps: 1 }, EVERYTHING),
        event('tool-cancel'),
      ),
    ),
    identified(
      'call-env',
      operation('the host refused by a rule', decided('disallowed', 'get-env', { server: EVERYTHING })),
    ),
    identified(
      'call-allowed',
      operation(
        'the host allowed by a rule, and the tool returned',
        decided('allowed', 'echo', { server: EVERYTHING, reason: 'echoes are harmless' }),
        invoked('echo', { message: 'hello' }, EVERYTHING),
        event('tool-result', like('Echo: hello')),
      ),
    ),
  ],
  // The tools run in another process.
  ran: [],
  parties: ['guide'],
  conversations: ['visit-1'],
  nowhere: [],
});
