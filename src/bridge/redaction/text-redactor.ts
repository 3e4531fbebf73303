import { commandEdits } from './command-secrets.js';
import { applyEdits, type Edit, REDACTED } from './edits.js';
import { jsonEdits, jsonParts } from './json-nodes.js';
import type { KeyRules } from './key-rules.js';
import { kubernetesEdits } from './kubernetes-secret.js';
import type { Node } from './node.js';
import { pairEdits } from './pair-secrets.js';
import { sentenceEdits } from './prose.js';
import { hasShape, shapeEdits } from './token-shapes.js';
import { markSecrets } from './tree-secrets.js';
import { urlEdits } from './url-secrets.js';

/** Without one of these in it a text has nothing that the rules by key could find. One pass. */
const TRIGGER =
  /pass|pwd|secret|token|key|auth|cred|cookie|bearer|basic|negotiate|ntlm|digest|jwt|otp|pin\b|sessi|sessid|connect\.sid|mnemonic|phrase|code|assertion|saml|kennwort|mot.?de.?passe|identified|curl|wget|mysql|mariadb|mongo|redis|ldap|login|zip|private|:\/\/|[?&#][\w.-]+=|%[2-7][0-9a-f]|\\u00[2-7]|echo|printf|@[\w.-]+:\d/i;
/** Text in text in text: deeper than this nobody writes, so what is there is taken out unread. */
const MAX_DEPTH = 12;
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

/** Takes credentials out of texts, and out of the JSON, URLs, headers and commands in them. */
export class TextRedactor {
  /** How many credentials were taken out. */
  count = 0;

  constructor(readonly options: TextOptions) {}

  /** The text without its credentials: the same string when it has none. */
  redact(text: string, depth = 0): string {
    if (!this.#mayHoldSecret(text)) return text;
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
    for (const edit of this.#edits(withoutParts(text, parts), depth)) edits.push(edit);
    if (edits.length === 0) return text;
    const result = applyEdits(text, edits);
    this.count += result.count;
    return result.text;
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

  #edits(text: string, depth: number): readonly Edit[] {
    const { rules, patterns } = this.options;
    const own = patterns.flatMap((pattern) => patternEdits(text, pattern));
    const hidesSecret = (decoded: string): boolean =>
      new TextRedactor(this.options).redact(decoded, depth + 1) !== decoded;
    return [
      ...shapeEdits(text),
      ...urlEdits(text, rules, hidesSecret),
      ...pairEdits(text, rules),
      ...commandEdits(text, rules),
      ...kubernetesEdits(text),
      ...sentenceEdits(text),
      ...own,
    ];
  }

  #mayHoldSecret(text: string): boolean {
    const { trigger, patterns } = this.options;
    if (TRIGGER.test(text) || trigger?.test(text) || hasShape(text)) return true;
    return patterns.some((pattern) => text.search(pattern) !== -1);
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

function withoutParts(text: string, parts: readonly Node[]): string {
  let around = '';
  let position = 0;
  for (const { start, end } of parts) {
    around += text.slice(position, start) + FILLER.repeat(end - start);
    position = end;
  }
  return around + text.slice(position);
}

/** Matches of a user's pattern, but for empty ones and the marker itself. */
function patternEdits(text: string, pattern: RegExp): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '' || REDACTED.includes(match[0])) continue;
    edits.push({ start: match.index, end: match.index + match[0].length });
  }
  return edits;
}
