import { describe, expect, it } from 'vitest';
import { builtinMapper, compileMappings } from '../../src/mapping/index.js';

/** The telling texts of a mapping with this match, without those of the conventions and of the built-in mappings. */
function telling(match: unknown, more: object = {}): unknown {
  const builtin = new Set(builtinMapper().telling?.map((text) => JSON.stringify(text)));
  const mapping = { id: 'own', title: 'Own', status: 'observed', shows: [], order: 5, match, rules: [], ...more };
  return compileMappings([mapping]).telling?.filter((text) => !builtin.has(JSON.stringify(text)));
}

describe('texts that tell of spans', () => {
  it('are there for the built-in mappings', () => {
    const texts = builtinMapper().telling?.map(({ text }) => text);
    for (const text of [
      'gen_ai.operation.name',
      'openinference.span.kind',
      'vcon.',
      'claude_code.',
      'notifications/progress',
    ])
      expect(texts).toContain(text);
  });

  it.each([
    ['an attribute', { 'x.kind': { exists: true } }, [{ text: 'x.kind' }]],
    ['the value of an attribute', { 'x.kind': 7 }, [{ text: 'x.kind' }]],
    ['a pointer into an attribute', { 'x.meta#/a/b': 'c' }, [{ text: 'x.meta' }]],
    ['a name', { '@name': ['x one', 'x two'] }, [{ text: 'x one' }, { text: 'x two' }]],
    ['the beginning of a name', { '@name': { prefix: 'x.' } }, [{ text: 'x.' }]],
    ['a part of a name', { '@name': { contains: 'x.' } }, [{ text: 'x.', in: 'name' }]],
    ['a pattern of a name', { '@name': { like: 'x *y' } }, [{ text: 'x ' }]],
    ['a scope', { '@scope': 'x-lib' }, [{ text: 'x-lib' }]],
    ['a value in the resource', { '@resource:service.name': { prefix: 'x-' } }, [{ text: 'x-' }]],
    ['a span event', { '@event:x.done:x.way': 'fast' }, [{ text: 'x.done' }]],
    ['one of several', { any: [{ 'x.a': 1 }, { '@scope': 'x-lib' }] }, [{ text: 'x.a' }, { text: 'x-lib' }]],
    ['all of several, the record before what is around it', { '@scope': 'x-lib', 'x.a': true }, [{ text: 'x.a' }]],
    ['what is told and what is not', { 'x.a': true, 'x.b': { exists: false } }, [{ text: 'x.a' }]],
    ['a kind of span', { '@kind': 'client', 'x.a': true }, [{ text: 'x.a', kinds: ['client'] }]],
    ['the body of a log record', { '@body': { prefix: 'x' } }, []],
  ])('are those of %s', (_, match, expected) => {
    expect(telling(match)).toEqual(expected);
  });

  it.each([
    ['an attribute that is absent', { 'x.a': { exists: false } }],
    ['anything but', { not: { 'x.a': 1 } }],
    ['a value other than', { 'x.a': { not: 'y' } }],
    ['one of several that no text tells', { any: [{ 'x.a': 1 }, { '@kind': 'server' }] }],
    ['the end of a name', { '@name': { suffix: 'x' } }],
    ['a part of a scope', { '@scope': { contains: 'x' } }],
    ['a number in the resource, which is no JSON string', { '@resource:x.size': '17' }],
    ['any name', { '@name': { like: '*' } }],
  ])('are none for a mapping that matches by %s', (_, match) => {
    expect(telling(match)).toBeUndefined();
  });

  it('are those of the rules where an additional mapping matches everything', () => {
    const rules = [
      { id: 'a', on: 'span-event', when: { '@name': 'x.event' } },
      { id: 'b', on: 'log', when: { 'x.log': true } },
    ];
    expect(telling({ '@kind': { exists: true } }, { additional: true, rules })).toEqual([{ text: 'x.event' }]);
    expect(
      telling({ '@kind': { exists: true } }, { additional: true, rules: [{ id: 'c', on: 'span' }] }),
    ).toBeUndefined();
  });
});
