/** What the SDK calls a span processor. */
interface AnyProcessor {
  onStart(...args: readonly unknown[]): void;
  onEnd(...args: readonly unknown[]): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Providers keep their processors no deeper than this. */
const MAX_DEPTH = 3;

/**
 * Adds a span processor to a provider that somebody else made. SDK 1.x has a method for it; SDK 2.x and 3.x take processors at construction only,
 * so theirs, the one that passes spans on to a list, is looked for and the list is added to. Both are found by their shape.
 *
 * @returns whether it could be added.
 */
export function attach(provider: object, processor: AnyProcessor): boolean {
  const add: unknown = Reflect.get(provider, 'addSpanProcessor');
  if (typeof add === 'function') {
    Reflect.apply(add, provider, [processor]);
    return true;
  }
  const list = findList(provider, MAX_DEPTH, new Set());
  if (list === undefined) return false;
  if (!list.includes(processor)) list.push(processor);
  return true;
}

/** The list of processors within a processor within the provider. */
function findList(value: object, depth: number, seen: Set<object>): unknown[] | undefined {
  if (depth === 0 || seen.has(value)) return undefined;
  seen.add(value);
  const members = Object.values(value).filter((member) => typeof member === 'object' && member !== null);
  if (isProcessor(value)) {
    const list = members.find((member): member is unknown[] => Array.isArray(member) && member.every(isProcessor));
    if (list !== undefined) return list;
  }
  for (const member of members) {
    const list = findList(member, depth - 1, seen);
    if (list !== undefined) return list;
  }
  return undefined;
}

function isProcessor(value: unknown): value is AnyProcessor {
  if (typeof value !== 'object' || value === null) return false;
  return ['onStart', 'onEnd', 'forceFlush', 'shutdown'].every((name) => typeof Reflect.get(value, name) === 'function');
}
