import { describe, expect, it } from 'vitest';
import { compileCondition, compileSource } from '../../src/mapping/expression.js';
import type { Condition, Source } from '../../src/mapping/mapping-file.js';
import { View } from '../../src/mapping/view.js';
import { spanWith } from './records.js';

const view = View.of(
  spanWith({
    name: 'execute_tool add',
    status: { code: 'error', message: 'boom\n\nTail' },
    attributes: {
      text: 'some text',
      number: 3,
      big: 9007199254740993n,
      yes: true,
      yesText: 'true',
      nothing: null,
      list: ['a', 'b'],
      json: '{"a":{"b":"c"}}',
      'p.city.value': 'Lisbon',
      'p.days.value': '2',
      'p.value': 'other',
      server: 'docs',
      prefixed: 'mcp_docs_search',
    },
    events: [
      { name: 'exception', time: undefined, attributes: { 'exception.type': 'First' } },
      { name: 'exception', time: undefined, attributes: { 'exception.type': 'Last' } },
    ],
  }),
);

describe('conditions', () => {
  it.each<[Condition, boolean]>([
    [{ text: 'some text' }, true],
    [{ text: ['other', 'some text'] }, true],
    [{ number: '3', big: '9007199254740993' }, true],
    [{ yes: true, yesText: true }, true],
    [{ missing: false }, false],
    [{ missing: ['undefined', ''] }, false],
    [{ nothing: { exists: true } }, false],
    [{ text: { exists: true, prefix: 'some', suffix: 'text', contains: 'e t', like: 's*t' } }, true],
    [{ text: { prefix: 'text' } }, false],
    [{ missing: { not: 'x' } }, true],
    [{ list: { contains: 'b' } }, true],
    [{ any: [{ text: 'no' }, { number: 3 }] }, true],
    [{ all: [{ text: 'no' }, { number: 3 }] }, false],
    [{ not: { text: 'no' }, '@status': 'error', '@kind': 'internal' }, true],
    [{ 'json#/a/b': 'c' }, true],
    [{ '@event:exception:exception.type': 'Last' }, true],
    [{ '@resource:service.name': 'test', '@scope': 'test' }, true],
  ])('%j is %s', (condition, expected) => {
    expect(compileCondition(condition)(view)).toBe(expected);
  });
});

describe('sources', () => {
  it.each<[Source, unknown]>([
    ['text', 'some text'],
    ['nothing', undefined],
    [['missing', 'nothing', 'number'], 3],
    [{ from: '@name', capture: 'execute_tool {}' }, 'add'],
    [{ from: '@message', before: '\n\n' }, 'boom'],
    [{ from: 'text', strip: { prefix: 'some ' } }, 'text'],
    [{ from: 'text', strip: { prefix: 'other ' } }, 'some text'],
    [{ from: 'prefixed', strip: { prefix: ['mcp_', { from: 'server' }, '_'] } }, 'search'],
    [{ from: 'text', ignore: ['some text'] }, undefined],
    [{ from: 'number', table: { 3: 'three' } }, 'three'],
    [{ from: 'text', table: { 3: 'three' } }, undefined],
    [{ from: 'json', json: true, pointer: '/a' }, { b: 'c' }],
    [{ when: { text: 'no' }, from: 'text' }, undefined],
    [{ value: 'constant' }, 'constant'],
  ])('%j gives %j', (source, expected) => {
    expect(compileSource(source)(view)).toEqual(expected);
  });

  it('gather attributes of one form into an object', () => {
    expect({ ...(compileSource({ gather: { keys: 'p.*.value' } })(view) as object) }).toEqual({
      city: 'Lisbon',
      days: '2',
    });
    expect({
      ...(compileSource({ gather: { keys: 'p.*.value', json: true, except: ['city'] } })(view) as object),
    }).toEqual({ days: 2 });
    expect(compileSource({ gather: { keys: 'q.*' } })(view)).toBeUndefined();
  });
});
