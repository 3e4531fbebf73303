import { newMap } from '../../telemetry/index.js';
import { REDACTED } from './edits.js';
import { Node } from './node.js';

/** A value in memory as nodes. An object that is met again, even inside itself, is the same node. */
export function nodesOf(value: unknown): Node {
  const known = new Map<unknown, Node>();
  const open: Node[] = [];
  const nodeOf = (part: unknown): Node => {
    const seen = known.get(part);
    if (seen !== undefined) return seen;
    const node = new Node(kindOf(part), part);
    if (typeof part === 'object' && part !== null) known.set(part, node);
    if (node.kind === 'object' || node.kind === 'array') open.push(node);
    return node;
  };
  const root = nodeOf(value);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node.value)) for (const item of node.value) node.items.push(nodeOf(item));
    else {
      for (const [key, item] of Object.entries(node.value as object)) {
        node.keys.push(new Node('scalar', key));
        node.items.push(nodeOf(item));
      }
    }
  }
  return root;
}

/** The value with what was replaced in the nodes. Objects and arrays are new. */
export function rebuild(root: Node): unknown {
  const made = new Map<Node, unknown>();
  const open: Node[] = [];
  const make = (node: Node): unknown => {
    if (node.isMarker) return REDACTED;
    if (node.replacement !== undefined) return node.replacement;
    if (node.kind !== 'object' && node.kind !== 'array') return node.value;
    if (!made.has(node)) {
      made.set(node, node.kind === 'array' ? [] : newMap<unknown>());
      open.push(node);
    }
    return made.get(node);
  };
  const value = make(root);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const target = made.get(node);
    if (Array.isArray(target)) for (const item of node.items) target.push(make(item));
    else fill(target as Record<string, unknown>, node, make);
  }
  return value;
}

/** Keys that became alike stay apart by a number. */
function fill(target: Record<string, unknown>, node: Node, make: (item: Node) => unknown): void {
  for (const [index, item] of node.items.entries()) {
    const key = node.keys[index];
    const name = String(key?.replacement ?? key?.value);
    let unique = name;
    for (let n = 2; key?.replacement !== undefined && Object.hasOwn(target, unique); n += 1) unique = `${name} ${n}`;
    target[unique] = make(item);
  }
}

function kindOf(value: unknown): Node['kind'] {
  if (Array.isArray(value)) return 'array';
  if (value instanceof Uint8Array) return 'bytes';
  if (typeof value === 'object' && value !== null) {
    return Object.prototype.toString.call(value) === '[object Object]' ? 'object' : 'other';
  }
  return value === undefined || typeof value === 'function' || typeof value === 'symbol' ? 'other' : 'scalar';
}
