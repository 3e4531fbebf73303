import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as names from '../../../src/bridge/redaction/key-names.js';
import { KeyRules } from '../../../src/bridge/redaction/key-rules.js';
import { QuickLook } from '../../../src/bridge/redaction/quick-look.js';
import { TextRedactor } from '../../../src/bridge/redaction/text-redactor.js';
import { nodesOf, rebuild } from '../../../src/bridge/redaction/value-nodes.js';

const rules = new KeyRules(['shoe size']);
const texts = new TextRedactor({ rules, trigger: /shoe.?size/i, patterns: [/order-\d+/g] });
const look = new QuickLook(rules, (text) => texts.speaks(text));

/** The value after a walk through all of it. */
function walked(value: unknown): unknown {
  const root = nodesOf(value);
  texts.mark(root, 0);
  return rebuild(root);
}

const LISTS: readonly (readonly string[])[] = Object.values(names);
const NAMES = [
  ...LISTS.flat().flatMap((name) => [
    name,
    name.replaceAll(' ', '_'),
    `${name} key`,
    `${name}Token`,
    `my-${name}-pass`,
  ]),
  ...[
    'name',
    'value',
    'header',
    'element',
    'text',
    'One-time field',
    'kind',
    'Secret',
    'data',
    'args',
    'env',
    'curl',
    '-u',
  ],
  ...['pin', 'PIN', 'otp', 'shoeSize', 'sessionid', 'Cookie', 'basic auth', 'headers', 'type', 'string', 'default'],
];
const SECRETS = [
  'hunter2',
  '4711',
  'x7Qk29fLmPq83Rt5Vw',
  'bob:x7Qk29fLmPq8',
  'a=b; sid=1',
  'order-17',
  'Basic Ym9iOng3UQ==',
];

const name = fc.constantFrom(...NAMES);
const scalar = fc.oneof(name, fc.constantFrom(...SECRETS), fc.string({ maxLength: 6 }), fc.integer(), fc.boolean());
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(name, fc.constantFrom('city', 'rows', 'count', 'note')), tie('value'), { maxKeys: 3 }),
    fc.record({ name, value: tie('value') }),
  ),
})).value;

describe('a quick look', () => {
  it('calls nothing silent of which a walk takes something out', () => {
    let silent = 0;
    fc.assert(
      fc.property(value, (candidate) => {
        if (!look.isSilent(candidate)) return;
        silent += 1;
        expect(walked(candidate)).toEqual(candidate);
      }),
      { numRuns: 5000 },
    );
    expect(silent).toBeGreaterThan(500);
  });

  it('sees that usual arguments and results are silent', () => {
    expect(
      look.isSilent({ city: 'Lisbon', days: 3, rows: [{ id: 1, note: 'The customer asked to be called back.' }] }),
    ).toBe(true);
  });

  it('leaves bytes, objects of other kinds and depth to the walk', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const odd of [new Uint8Array(3), new Map(), [new Date(0)], cycle]) expect(look.isSilent(odd)).toBe(false);
  });
});
