import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/bridge/redaction/index.js';

/** What the text is, the text, and the text without its credentials. */
export type TextCase = readonly [what: string, input: string, output: string];

/** Tests texts alone, in a value and in JSON text, once and again. */
export function testTexts(title: string, cases: readonly TextCase[]): void {
  const { text, value } = createRedactor();
  describe(title, () => {
    test.each(cases)('%s', (_what, input, output) => {
      expect(text(input)).toBe(output);
      expect(text(output)).toBe(output);
      expect(value({ log: [input] })).toEqual({ log: [output] });
      expect(JSON.parse(text(JSON.stringify({ log: input })))).toEqual({ log: output });
    });
  });
}
