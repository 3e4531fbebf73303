import { REDACTED } from './edits.js';
import { type KeyRule, type KeyRules, LIKELY, SECRET } from './key-rules.js';
import type { Node } from './node.js';

/** What the rules need for a walk. */
export interface TreeContext {
  readonly rules: KeyRules;
  /** Takes credentials out of a text. */
  readonly text: (text: string) => string;
  /** Takes credentials out of bytes that are text. */
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** Hears of each value that was taken out as a whole. */
  readonly onTaken: () => void;
}

/** Names under which a list of objects keeps a name and its value: headers, environment, form fields, fields of a page. */
const NAME_KEYS = new Set(['name', 'key', 'header', 'field', 'id', 'k']);
const VALUE_KEYS = new Set(['value', 'val', 'v']);
/** A page's element as browser tools name it: by selector or in words. */
const TYPED_KEYS = new Set(['value', 'text']);
const ELEMENT_KEYS = new Set(['element', 'selector', 'label', 'locator', 'placeholder', 'ref']);
const SECRET_ELEMENT = /passw|passphrase|passcode|secret|api.?key|one.?time|otp\b/i;
/** Lists whose neighbours belong together: a flat list of header names and values, an argument vector. */
const FLAT_LIST = /(?:headers?|env|environ|environment|args|argv|arguments|params|cookies)$/i;
const AUTH_SCHEME = /^(?:bearer|basic|digest|token|negotiate|ntlm) ./i;
/** An object that holds a name and its value has few keys. */
const MAX_PAIR_KEYS = 12;
const SCHEMA_WORDS = new Set(
  (
    'type description title format minLength maxLength pattern readOnly writeOnly nullable deprecated default example ' +
    'examples const enum anyOf oneOf allOf $ref properties required items additionalProperties minimum maximum'
  ).split(' '),
);
const SCHEMA_TYPE = /^(?:string|number|integer|boolean|object|array)$/;
const SCHEMA_LINK = /^(?:anyOf|oneOf|allOf|\$ref)$/;
const SCHEMA_VALUES = new Set(['default', 'example', 'examples', 'const', 'enum']);

/** A container that is still to be walked, and what its place says about it. */
interface Visit {
  readonly node: Node;
  readonly key: string;
  /** The rule of the key, which elements of an array inherit. */
  readonly rule: KeyRule | undefined;
  readonly inArray: boolean;
}

/** Marks every credential in a tree. Each container is walked once for each rule it stands under, however deep or cyclic. */
export function markSecrets(root: Node, context: TreeContext): void {
  new TreeWalk(context).run(root);
}

class TreeWalk {
  readonly #open: Visit[] = [];
  readonly #seen = new Map<Node, Set<KeyRule | undefined>>();

  constructor(readonly context: TreeContext) {}

  run(root: Node): void {
    this.#visit(root, { key: '', rule: undefined, inArray: false });
    for (let visit = this.#open.pop(); visit !== undefined; visit = this.#open.pop()) {
      if (visit.node.kind === 'array') this.#array(visit);
      else this.#object(visit);
    }
  }

  #object({ node, rule: inherited }: Visit): void {
    const paired = pairRule(node, this.context.rules);
    const typed = typedRule(node);
    const kubernetesSecret = valueUnder(node, 'kind')?.text === 'Secret';
    const isSchema = inherited !== undefined && isSchemaNode(node);
    for (const [index, item] of node.items.entries()) {
      const key = node.keys[index];
      const name = key?.text ?? '';
      if (key !== undefined) this.#text(key, name);
      let rule = this.context.rules.of(name);
      if (paired !== undefined && VALUE_KEYS.has(name.toLowerCase())) rule = paired;
      if (typed !== undefined && TYPED_KEYS.has(name)) rule = typed;
      if (kubernetesSecret && (name === 'data' || name === 'stringData')) rule = SECRET;
      if (isSchema && SCHEMA_VALUES.has(name)) rule = SECRET;
      this.#visit(item, { key: name, rule, inArray: false });
    }
  }

  #array({ node, key, rule, inArray }: Visit): void {
    const items = node.items;
    const isFlat = FLAT_LIST.test(key) || (inArray && items.length === 2);
    const isCommand = items.some(({ text }) => text === 'curl' || text === 'wget');
    for (const [index, item] of items.entries()) {
      const before = items[index - 1]?.text;
      if (isCommand && (before === '-u' || before === '--user' || before === '--proxy-user')) this.#userPassword(item);
      else this.#visit(item, { key, rule: rule ?? this.#neighbourRule(before, item, isFlat), inArray: true });
    }
  }

  /** The rule of an element by the one before it: a header's name, a flag. */
  #neighbourRule(before: string | undefined, item: Node, isFlat: boolean): KeyRule | undefined {
    const text = item.text;
    const rule = before === undefined || text === undefined ? undefined : this.context.rules.of(before);
    if (rule === undefined || text === undefined || text.startsWith('-') || /[\s=:]/.test(before ?? ''))
      return undefined;
    return isFlat || before?.startsWith('-') || AUTH_SCHEME.test(text) ? rule : LIKELY;
  }

  #userPassword(item: Node): void {
    const text = item.text ?? '';
    const colon = text.indexOf(':');
    if (colon === -1 || !SECRET.takes(text.slice(colon + 1))) return;
    this.context.onTaken();
    item.replacement = text.slice(0, colon + 1) + REDACTED;
  }

  #visit(node: Node, place: Omit<Visit, 'node'>): void {
    const { rule } = place;
    if (node.isMarker) return;
    if (node.kind === 'scalar' || node.kind === 'bytes') {
      if (node.kind === 'bytes' ? rule?.whole : rule?.takes(node.scalar)) this.#take(node);
      else if (node.kind === 'bytes') this.#bytes(node);
      else this.#text(node, node.text);
    } else if (node.kind !== 'other') {
      if (rule?.whole && node.items.length > 0 && !isSchemaNode(node)) this.#take(node);
      else if (this.#isNew(node, rule)) this.#open.push({ node, ...place });
    }
  }

  #isNew(node: Node, rule: KeyRule | undefined): boolean {
    const rules = this.#seen.get(node) ?? new Set();
    if (rules.has(rule)) return false;
    this.#seen.set(node, rules.add(rule));
    return true;
  }

  #take(node: Node): void {
    node.isMarker = true;
    this.context.onTaken();
  }

  #text(node: Node, text: string | undefined): void {
    if (text === undefined || node.replacement !== undefined) return;
    const left = this.context.text(text);
    if (left !== text) node.replacement = left;
  }

  #bytes(node: Node): void {
    const bytes = node.value as Uint8Array;
    const left = this.context.bytes(bytes);
    if (left !== bytes) node.replacement = left;
  }
}

/** The rule for `value` in `{name: "Authorization", value: ...}`. */
function pairRule(node: Node, rules: KeyRules): KeyRule | undefined {
  return firstRule(node, NAME_KEYS, (name) => rules.of(name));
}

/** The rule for what is typed in `{element: "Password field", text: ...}`. */
function typedRule(node: Node): KeyRule | undefined {
  return firstRule(node, ELEMENT_KEYS, (element) => (SECRET_ELEMENT.test(element) ? SECRET : undefined));
}

function firstRule(
  node: Node,
  keys: ReadonlySet<string>,
  ruleOf: (text: string) => KeyRule | undefined,
): KeyRule | undefined {
  if (node.keys.length > MAX_PAIR_KEYS) return undefined;
  for (const [index, { text: key = '' }] of node.keys.entries()) {
    const text = keys.has(key.toLowerCase()) ? node.items[index]?.text : undefined;
    const rule = text === undefined ? undefined : ruleOf(text);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** A JSON Schema describes a secret ({"password": {"type": "string"}}) and holds none, but for defaults and examples. */
function isSchemaNode(node: Node): boolean {
  if (node.kind !== 'object' || !node.keys.every(({ text }) => SCHEMA_WORDS.has(text ?? ''))) return false;
  return (
    SCHEMA_TYPE.test(valueUnder(node, 'type')?.text ?? '') || node.keys.some(({ text }) => SCHEMA_LINK.test(text ?? ''))
  );
}

function valueUnder(node: Node, key: string): Node | undefined {
  const index = node.keys.findIndex(({ text }) => text === key);
  return index === -1 ? undefined : node.items[index];
}
