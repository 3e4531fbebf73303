import { type Edit, REDACTED } from './edits.js';
import { Node } from './node.js';

const SPACE = /[ \t\r\n]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** An object or array with something in it, not the index of `map["key"]`. */
const CONTAINER = /(?<![\w\])])[{[](?=\s*["[{])/g;

/** The JSON in a text: the text as a whole when it is a string literal, else every object and array with something in it. */
export function jsonParts(text: string): readonly Node[] {
  const reader = new JsonReader(text);
  if (/^\s*"/.test(text)) {
    const literal = reader.read(0);
    if (literal !== undefined && text.slice(literal.end).trim() === '') return [literal];
  }
  const parts: Node[] = [];
  CONTAINER.lastIndex = 0;
  for (let match = CONTAINER.exec(text); match !== null; match = CONTAINER.exec(text)) {
    const part = reader.read(match.index);
    if (part !== undefined) parts.push(part);
    // What failed is not read again from its inside: that would take quadratic time.
    CONTAINER.lastIndex = Math.max(match.index + 1, reader.position);
  }
  return parts;
}

/** The edits that put what was replaced in the nodes into the text they were read from. */
export function jsonEdits(root: Node): Edit[] {
  const edits: Edit[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const replacement = node.isMarker ? REDACTED : node.replacement;
    if (typeof replacement === 'string') {
      edits.push({ start: node.start, end: node.end, replacement: JSON.stringify(replacement), counted: true });
    } else {
      for (const key of node.keys) open.push(key);
      for (const item of node.items) open.push(item);
    }
  }
  return edits;
}

/** Reads JSON (RFC 8259) into nodes that know where they stand. Depth costs memory, not stack. */
class JsonReader {
  /** Where reading stopped: after the value, or at what is not JSON. */
  position = 0;

  constructor(readonly text: string) {}

  read(at: number): Node | undefined {
    this.position = at;
    const open: Node[] = [];
    for (;;) {
      let node = this.#value();
      if (node === undefined) return undefined;
      open.at(-1)?.items.push(node);
      if (isContainer(node) && !this.#closes(node)) {
        if (node.kind === 'object' && !this.#key(node)) return undefined;
        open.push(node);
        continue;
      }
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        if (this.#next(',')) {
          if (top.kind === 'object' && !this.#key(top)) return undefined;
          open.push(top);
          break;
        }
        if (!this.#closes(top)) return undefined;
        node = top;
      }
      if (open.length === 0) return node;
    }
  }

  #value(): Node | undefined {
    this.#skip(SPACE);
    const start = this.position;
    const sign = this.text[start];
    if (sign === '"') return this.#string();
    if (sign === '{' || sign === '[') {
      this.position += 1;
      return new Node(sign === '{' ? 'object' : 'array', undefined, start);
    }
    const literal = this.#skip(LITERAL);
    if (literal === '') return undefined;
    return this.#ended(new Node('scalar', JSON.parse(literal), start));
  }

  #string(): Node | undefined {
    const start = this.position;
    for (let at = this.text.indexOf('"', start + 1); at !== -1; at = this.text.indexOf('"', at + 1)) {
      let slashes = 0;
      while (this.text[at - slashes - 1] === '\\') slashes += 1;
      if (slashes % 2 === 1) continue;
      const value = parseString(this.text.slice(start, at + 1));
      if (value === undefined) return undefined;
      this.position = at + 1;
      return this.#ended(new Node('scalar', value, start));
    }
    return undefined;
  }

  #key(object: Node): boolean {
    this.#skip(SPACE);
    const key = this.text[this.position] === '"' ? this.#string() : undefined;
    if (key === undefined || !this.#next(':')) return false;
    object.keys.push(key);
    return true;
  }

  #closes(container: Node): boolean {
    if (!this.#next(container.kind === 'object' ? '}' : ']')) return false;
    this.#ended(container);
    return true;
  }

  #ended(node: Node): Node {
    node.end = this.position;
    return node;
  }

  #next(sign: string): boolean {
    this.#skip(SPACE);
    if (this.text[this.position] !== sign) return false;
    this.position += 1;
    return true;
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }
}

function isContainer(node: Node): boolean {
  return node.kind === 'object' || node.kind === 'array';
}

function parseString(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
