import { authEdits } from './auth-secrets.js';
import { commandEdits } from './command-secrets.js';
import { applyEdits, type Edit, REDACTED, wholeMatch } from './edits.js';
import { jsonEdits, jsonParts } from './json-nodes.js';
import type { KeyRules } from './key-rules.js';
import { kubernetesEdits } from './kubernetes-secret.js';
import type { Node } from './node.js';
import { pairEdits } from './pair-secrets.js';
import { sentenceEdits } from './prose.js';
import { hasShape, shapeEdits } from './token-shapes.js';
import { markSecrets } from './tree-secrets.js';
import { urlEdits } from './url-secrets.js';

/**
 * Without one of these, in lower case, a text has nothing that the rules by key, command or sentence could find. Plain words first: the
 * engine looks for them together.
 */
const WORDS =
  /pass|pwd|secret|token|key|auth|cred|cookie|bearer|basic|negotiate|ntlm|digest|jwt|otp|code|sessi|mnemonic|phrase|assertion|saml|kennwort|identified|curl|wget|mysql|mariadb|mongo|redis|ldap|login|zip|private|echo|printf|aws4|hooks|pin\b|connect.?sid|mot.?de|\\u00[2-7]/;
/** Without one of these a text has no URL with a credential, and hides none by percent-encoding. */
const URLS = /:(?:\/\/|\\\/)|[?&#][\w.~%$[\]-]+=|%[2-7][0-9a-fA-F]|@[\w.-]+:\d/;
/** Text in text in text: deeper than this nobody writes, so what is there is taken out unread. */
const MAX_DEPTH = 12;
/** Nothing is known to need more than three passes until nothing changes. */
const MAX_ROUNDS = 5;
/** Stands for JSON that is read by itself, while the text around it is read. It is no letter, digit, quote or separator. */
const FILLER = '\u0001';

/** Options of a {@link TextRedactor}. */
export interface TextOptions {
  readonly rules: KeyRules;
  /** Finds the user's own keys; a text that matches is read in full. */
  readonly trigger?: RegExp | undefined;
  /** The user's own patterns: what they match is taken out. */
  readonly patterns: readonly RegExp[];
}

interface Signs {
  /** A word that the rules by key, command or sentence know. */
  readonly words: boolean;
  readonly urls: boolean;
}

/** Takes credentials out of texts, and out of the JSON, URLs, headers and commands in them. */
export class TextRedactor {
  /** How many credentials were taken out. */
  count = 0;

  constructor(readonly options: TextOptions) {}

  /** The text without its credentials: the same string when it has none. */
  redact(text: string, depth = 0): string {
    let left = this.#pass(text, depth);
    if (left === text) return text;
    // A credential that is gone can be what kept its neighbour from being seen: "x-password=" is another key than "-password=".
    for (let round = 1; round < MAX_ROUNDS; round += 1) {
      const next = this.#pass(left, depth);
      if (next === left) break;
      left = next;
    }
    return left;
  }

  #pass(text: string, depth: number): string {
    const found = this.#signsOf(text);
    if (found === undefined) return text;
    if (depth > MAX_DEPTH) {
      this.count += 1;
      return REDACTED;
    }
    const edits: Edit[] = [];
    const parts = jsonParts(text);
    for (const part of parts) {
      this.mark(part, depth + 1);
      for (const edit of jsonEdits(part)) edits.push(edit);
    }
    const around = withoutParts(text, parts);
    if (around !== undefined) for (const edit of this.#edits(around, found, depth)) edits.push(edit);
    if (edits.length === 0) return text;
    const result = applyEdits(text, edits);
    this.count += result.count;
    return result.text;
  }

  /** Whether anything in a text speaks of credentials. */
  speaks(text: string): boolean {
    return this.#signsOf(text) !== undefined;
  }

  /** Marks the credentials in a tree of values. `depth` counts texts in texts. */
  mark(root: Node, depth: number): void {
    markSecrets(root, {
      rules: this.options.rules,
      text: (text) => this.redact(text, depth),
      bytes: (bytes) => this.#redactBytes(bytes, depth),
      onTaken: () => {
        this.count += 1;
      },
    });
  }

  #edits(text: string, found: Signs, depth: number): readonly Edit[] {
    const { rules, patterns } = this.options;
    const hidesSecret = (decoded: string): boolean =>
      new TextRedactor(this.options).redact(decoded, depth + 1) !== decoded;
    return [
      shapeEdits(text),
      patterns.flatMap((pattern) => patternEdits(text, pattern)),
      found.urls ? urlEdits(text, rules, hidesSecret) : [],
      found.words ? authEdits(text) : [],
      found.words ? pairEdits(text, rules) : [],
      found.words ? commandEdits(text, rules) : [],
      found.words ? kubernetesEdits(text) : [],
      found.words ? sentenceEdits(text) : [],
    ].flat();
  }

  /** What speaks of credentials in a text; `undefined` when nothing does. */
  #signsOf(text: string): Signs | undefined {
    const { trigger, patterns } = this.options;
    const words = WORDS.test(text.toLowerCase()) || trigger?.test(text) === true;
    const urls = URLS.test(text);
    if (words || urls || hasShape(text)) return { words, urls };
    return patterns.some((pattern) => text.search(pattern) !== -1) ? { words, urls } : undefined;
  }

  /** Bytes that are UTF-8 text are read as text; others stay. */
  #redactBytes(bytes: Uint8Array, depth: number): Uint8Array {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return bytes;
    }
    const left = this.redact(text, depth + 1);
    return left === text ? bytes : new TextEncoder().encode(left);
  }
}

/** The text with the parts blanked, so that what is around them stays in its place; `undefined` when nothing is around. */
function withoutParts(text: string, parts: readonly Node[]): string | undefined {
  let around = '';
  let position = 0;
  let isEmpty = true;
  for (const { start, end } of [...parts, { start: text.length, end: text.length }]) {
    const between = text.slice(position, start);
    if (between.trim() !== '') isEmpty = false;
    around += between + FILLER.repeat(end - start);
    position = end;
  }
  return isEmpty ? undefined : around;
}

/** Matches of a user's pattern, but for empty ones and the marker itself. */
function patternEdits(text: string, pattern: RegExp): Edit[] {
  return [...text.matchAll(pattern)].filter(([found]) => !REDACTED.includes(found)).map(wholeMatch);
}
