import { describe, expect, it } from 'vitest';
import { expandPointer, JsonTexts, pointerTokens, resolvePointer } from '../../src/mapping/pointer.js';

const resolve = (root: string | object, pointer: string) =>
  resolvePointer(root as string, pointerTokens(pointer), new JsonTexts());

describe('resolvePointer', () => {
  it('goes into structures and into JSON text at the root, also when encoded twice', () => {
    const value = { a: [{ 'b/c': 1 }] };
    expect(resolve(value, '/a/0/b~1c')).toBe(1);
    expect(resolve(JSON.stringify(value), '/a/0/b~1c')).toBe(1);
    expect(resolve(JSON.stringify(JSON.stringify(value)), '/a/0/b~1c')).toBe(1);
  });

  it('takes text further down as text: a model may have written it', () => {
    expect(resolve({ content: '{"approved":true}' }, '/content/approved')).toBeUndefined();
    expect(resolve({ args: ['{"city":"Lisbon"}'] }, '/args/0')).toBe('{"city":"Lisbon"}');
  });

  it('finds nothing that is inherited, and nothing in text that is no JSON', () => {
    expect(resolve({}, '/constructor')).toBeUndefined();
    expect(resolve([1], '/length')).toBeUndefined();
    expect(resolve('{"a":', '/a')).toBeUndefined();
  });

  it('keeps the digits of long integers', () => {
    expect(resolve('{"id":9007199254740993}', '/id')).toBe(9007199254740993n);
  });
});

describe('expandPointer', () => {
  it('gives every element in order', () => {
    const messages = [{ parts: [1, 2] }, {}, { parts: [3] }];
    expect(expandPointer(messages, pointerTokens('/*/parts/*'))).toEqual([1, 2, 3]);
  });
});
