import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, shortText } from '../../src/cli/plain-text.js';

describe('plainText', () => {
  it.each([
    ['an escape sequence that sets the title', '\u001b]0;owned\u0007', '\\u{1b}]0;owned\\u{7}'],
    ['a carriage return that overwrites the line', 'safe\rgone', 'safe\\u{d}gone'],
    ['a line end', 'a\nb', 'a\\u{a}b'],
    ['a C1 control that some terminals take for an escape', '\u009b31m', '\\u{9b}31m'],
    ['controls that turn the reading direction', 'a\u202egnp.exe\u2066', 'a\\u{202e}gnp.exe\\u{2066}'],
    ['a lone surrogate', 'ab\ud83d', 'ab\\u{d83d}'],
    ['a byte order mark', '\ufeffx', '\\u{feff}x'],
  ])('makes %s visible', (_, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('leaves ordinary text of any script alone', () => {
    const text = 'Ordinary text, ñandú, 東京, مرحبا, 😀';
    expect(plainText(text)).toBe(text);
  });

  it('leaves nothing that a terminal acts on', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('shortText', () => {
  it('says that it left something out', () => {
    expect(shortText('abcdef', 3)).toBe('abc...');
    expect(shortText('abc', 3)).toBe('abc');
  });
});
