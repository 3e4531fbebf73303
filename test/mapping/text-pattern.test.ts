import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCapture, matchesPattern } from '../../src/mapping/text-pattern.js';

describe('matchesPattern', () => {
  it.each([
    ['tools/call', 'tools/call', true],
    ['tools/call', 'tools/call x', false],
    ['HumanInTheLoop*.after_model', 'HumanInTheLoopMiddleware.after_model', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['*b*c', 'abxc', true],
    ['*b*c', 'acxb', false],
  ])('%s on %s is %s', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected);
  });

  it('accepts what it was made from', () => {
    const literal = fc.string().filter((text) => !text.includes('*'));
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1 }), fc.array(fc.string()), (literals, gaps) => {
        const text = literals
          .map((part, index) => part + (index < literals.length - 1 ? (gaps[index] ?? '') : ''))
          .join('');
        return matchesPattern(literals.join('*'), text);
      }),
    );
  });

  it('takes linear time on text that nearly matches', () => {
    const started = performance.now();
    expect(matchesPattern(`${'a*'.repeat(50)}b`, 'a'.repeat(1_000_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('compileCapture', () => {
  it.each([
    ['mcp__{}__*', 'mcp__github__create_issue', 'github'],
    ['mcp__*__{}', 'mcp__github__create_issue', 'create_issue'],
    ['mcp__*__{}', 'mcp__github__list__all', 'list__all'],
    ['execute_tool {}', 'execute_tool my tool', 'my tool'],
    ['execute_tool {}', 'execute_tool', undefined],
    ['execute_tool {}', 'execute_tool ', undefined],
    ['{}.tool', 'get_weather.tool', 'get_weather'],
    ['{}.tool', 'tool', undefined],
    ['*for {} was rejected.*', 'x for call_1 was rejected."}', 'call_1'],
    ['*for {} was rejected.*', 'x for call_1 was granted.', undefined],
    ['a{}b*c', 'a1b2', undefined],
  ])('%s on %s takes %s', (pattern, text, expected) => {
    expect(compileCapture(pattern)(text)).toBe(expected);
  });
});
