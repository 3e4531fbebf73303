import { describe, expect, it } from 'vitest';
import { compileSource, EXPRESSIONS } from '../../src/mapping/expression.js';
import type { PeerTemplate, Selection } from '../../src/mapping/mapping-file.js';
import { compileSelection } from '../../src/mapping/selection.js';
import { View } from '../../src/mapping/view.js';
import type { AnyValue } from '../../src/telemetry/index.js';
import { spanWith } from './records.js';

const viewOf = (value: AnyValue) => View.of(spanWith({ attributes: { doc: value } }));
const select = (steps: Selection['steps'], value: AnyValue) =>
  compileSelection({ in: 'doc', steps }, EXPRESSIONS)(viewOf(value));

describe('selections', () => {
  const messages = [
    { role: 'user', n: 1 },
    { role: 'assistant', n: 2 },
    { role: 'tool', n: 3 },
    { role: 'tool', n: 4 },
  ];

  it('take the elements behind the last that matches', () => {
    expect(select([{ path: '/*', after: { '/role': 'assistant' } }, { path: '/n' }], messages)).toEqual([3, 4]);
    expect(select([{ path: '/*', after: { '/role': 'system' } }, { path: '/n' }], messages)).toEqual([1, 2, 3, 4]);
    expect(select([{ path: '/*', after: { '/role': 'tool' } }, { path: '/n' }], messages)).toEqual([]);
  });

  it('take the first or last that matches', () => {
    expect(select([{ path: '/*', where: { '/role': 'tool' }, take: 'first' }, { path: '/n' }], messages)).toEqual([3]);
    expect(select([{ path: '/*', where: { '/role': 'tool' }, take: 'last' }, { path: '/n' }], messages)).toEqual([4]);
  });

  it('leave out elements that have a counterpart', () => {
    const value = [{ call: 'a' }, { call: 'b' }, { answer: 'a' }];
    const unless = {
      in: 'doc',
      steps: [{ path: '/*', where: { '/answer': { exists: true } } }],
      same: [['/call', '/answer']] as const,
    };
    const steps = [{ path: '/*', where: { '/call': { exists: true } }, unless }, { path: '/call' }];
    expect(select(steps, value)).toEqual(['b']);
  });
});

describe('peers', () => {
  const peer = (template: Omit<PeerTemplate, 'in'>, value: AnyValue, list: readonly AnyValue[]) => {
    const read = compileSource({ peer: { in: 'doc', ...template } });
    return list.map((_, index) => read(viewOf(value).withElements({ list, index })));
  };
  const calls = [
    { id: 'c1', name: 'rm', args: { x: 1, y: 2 } },
    { id: 'c2', name: 'rm', args: { x: 3 } },
    { id: 'c3', name: 'rm', args: { x: 3 } },
  ];

  it('are found by equal values, whatever the order of members, and by rank among equals', () => {
    const asked = [
      { name: 'rm', args: { x: 3 } },
      { name: 'rm', args: { y: 2, x: 1 } },
      { name: 'rm', args: { x: 3 } },
    ];
    const template = { steps: [{ path: '/*' }], same: ['/name', '/args'], pointer: '/id' };
    expect(peer(template, calls, asked)).toEqual(['c2', 'c1', 'c3']);
  });

  it('are not guessed when the numbers differ', () => {
    expect(peer({ steps: [{ path: '/*' }], pointer: '/id' }, calls, [{}, {}])).toEqual([undefined, undefined]);
  });
});
