import { type AnyValue, own, type SpanEvent } from '../telemetry/index.js';
import { pointerTokens, resolvePointer } from './pointer.js';
import type { View } from './view.js';

/** Reads a value from what an expression sees. */
export type Read = (view: View) => AnyValue | undefined;

const FIELDS: Readonly<Record<string, Read>> = {
  '@name': ({ record, event }) => event?.name ?? (record.signal === 'span' ? record.name : record.eventName),
  '@kind': ({ record }) => (record.signal === 'span' ? record.kind : undefined),
  '@status': ({ record }) => (record.signal === 'span' ? record.status.code : undefined),
  '@message': ({ record }) => (record.signal === 'span' ? record.status.message : undefined),
  '@body': ({ record }) => (record.signal === 'log' ? record.body : undefined),
  '@scope': ({ record }) => record.scope.name,
  '@scopeVersion': ({ record }) => record.scope.version,
  '@traceId': ({ record }) => record.traceId,
  '@spanId': ({ record }) => record.spanId,
  '@element': (view) => view.element,
  '@result': (view) => view.result,
};

const RESOURCE = '@resource:';
const SCOPE = '@scope:';
const SPAN = '@span:';
const EVENT = '@event:';

/** A path whose root does not exist. */
export class UnknownPathError extends Error {
  override readonly name = 'UnknownPathError';
  readonly path: string;

  constructor(path: string) {
    super(`There is no "${path}"`);
    this.path = path;
  }
}

/** The root of a path: what stands before its "#". `undefined` when there is no such root. */
function compileRoot(root: string): Read | undefined {
  if (!root.startsWith('@')) return (view) => own(view.attributes, root);
  if (root.startsWith(RESOURCE)) {
    const key = root.slice(RESOURCE.length);
    return (view) => own(view.record.resource.attributes, key);
  }
  if (root.startsWith(SCOPE)) {
    const key = root.slice(SCOPE.length);
    return (view) => own(view.record.scope.attributes, key);
  }
  if (root.startsWith(SPAN)) {
    const key = root.slice(SPAN.length);
    return (view) => own(view.record.attributes, key);
  }
  if (root.startsWith(EVENT)) {
    const [name = '', ...key] = root.slice(EVENT.length).split(':');
    return (view) => lastOfEvents(view, name, key.join(':'));
  }
  return own(FIELDS, root);
}

/** An attribute of the last event of a name that has it: some emitters write input and output as two events of one name. */
function lastOfEvents({ record }: View, name: string, key: string): AnyValue | undefined {
  const has = (event: SpanEvent) => event.name === name && Object.hasOwn(event.attributes, key);
  return record.signal === 'span' ? own(record.events.findLast(has)?.attributes, key) : undefined;
}

/**
 * Compiles a path of the mapping language.
 *
 * @throws UnknownPathError
 */
export function compilePath(path: string): Read {
  if (path.startsWith('/')) return compilePath(`@element#${path}`);
  const hash = path.indexOf('#/');
  const root = compileRoot(hash === -1 ? path : path.slice(0, hash));
  if (root === undefined) throw new UnknownPathError(path);
  if (hash === -1) return root;
  const tokens = pointerTokens(path.slice(hash + 1));
  return (view) => resolvePointer(root(view), tokens, view.texts);
}
