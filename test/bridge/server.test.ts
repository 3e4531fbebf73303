import { describe, expect, it } from 'vitest';
import type { ServerFacts } from '../../src/mapping/index.js';
import { call, eventsOf } from './records.js';

const invocation = (tool: string, server?: ServerFacts) =>
  eventsOf([call({ id: 1, start: 0, end: 1, call: { tool, ...(server && { server }) }, outcome: 'result' })])[0];

describe('server and tool (R8)', () => {
  it.each<[string, ServerFacts | undefined, string]>([
    [
      'the URL, whatever else is known',
      { url: 'https://a.example/mcp', name: 'a', address: 'b', port: 1 },
      'https://a.example/mcp',
    ],
    [
      'without user info, query and fragment',
      { url: 'https://u:p@a.example:8443/mcp?key=1#top' },
      'https://a.example:8443/mcp',
    ],
    ['without a lone slash', { url: 'https://a.example/' }, 'https://a.example'],
    ['built of address and port', { address: 'a.example', port: 8443, name: 'a' }, 'https://a.example:8443'],
    ['built without the port that the scheme has', { address: 'a.example', port: 443 }, 'https://a.example'],
    ['built with http for port 80', { address: 'a.example', port: 80 }, 'http://a.example'],
    ['built with http on this machine', { address: '127.0.0.1', port: 3000 }, 'http://127.0.0.1:3000'],
    ['built of an address of version 6', { address: '2001:db8::1', port: 8443 }, 'https://[2001:db8::1]:8443'],
    ['the name where the address is no host', { address: '/tmp/mcp.sock', name: 'files' }, 'files'],
    ['the address that is no host where there is no name', { address: '/tmp/mcp.sock' }, '/tmp/mcp.sock'],
    ['the name', { name: 'files' }, 'files'],
    ['the name, its reserved "!" written otherwise (draft section 6.1.8)', { name: '!host' }, '%21host'],
    ['!host for a tool of the host', { name: 'agent', host: true }, '!host'],
    ['!host for a name of nothing', { name: ' ' }, '!host'],
    ['!host where nothing is known', undefined, '!host'],
  ])('%s', (_, server, expected) => {
    expect(invocation('read', server)?.['server']).toBe(expected);
  });

  it.each([
    ['mcp__github__create_issue', 'github', 'create_issue'],
    ['mcp__my_files__read__all', 'my_files', 'read__all'],
    ['mcp__github', '!host', 'mcp__github'],
    ['create_issue', '!host', 'create_issue'],
  ])('of the name %s', (name, server, tool) => {
    expect(invocation(name)).toMatchObject({ server, tool });
  });
});
