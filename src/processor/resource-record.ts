import { type Attributes, newMap, type Resource, type Scope } from '../telemetry/index.js';
import { toAnyValue, toAttributes } from './attribute-value.js';
import type { ResourceLike, ScopeLike } from './readable-span.js';

/** SDK objects are few and live long, so each is turned into a record once. */
const resources = new WeakMap<object, Resource>();
const scopes = new WeakMap<object, Scope>();

const NO_RESOURCE: Resource = { attributes: newMap() };
const NO_SCOPE: Scope = { name: '' };

/** A resource of any SDK as a record. Attributes that are still being detected are left out until they are known. */
export function toResource(source: ResourceLike | undefined): Resource {
  if (typeof source !== 'object' || source === null) return NO_RESOURCE;
  const known = resources.get(source);
  if (known !== undefined) return known;
  const pending = source.asyncAttributesPending === true;
  const resource: Resource = {
    attributes: pending ? settledAttributes(source) : toAttributes(source.attributes),
    ...(typeof source.schemaUrl === 'string' && source.schemaUrl !== '' && { schemaUrl: source.schemaUrl }),
  };
  if (!pending) resources.set(source, resource);
  return resource;
}

/** An instrumentation scope of any SDK (1.x: instrumentation library) as a record. */
export function toScope(source: ScopeLike | undefined): Scope {
  if (typeof source !== 'object' || source === null) return NO_SCOPE;
  const known = scopes.get(source);
  if (known !== undefined) return known;
  const scope: Scope = {
    name: typeof source.name === 'string' ? source.name : '',
    ...(typeof source.version === 'string' && source.version !== '' && { version: source.version }),
    ...(typeof source.schemaUrl === 'string' && source.schemaUrl !== '' && { schemaUrl: source.schemaUrl }),
  };
  scopes.set(source, scope);
  return scope;
}

/** Reading `attributes` of a resource with pending ones makes the SDK complain, so the raw pairs are read; the first of a key counts. */
function settledAttributes(source: ResourceLike): Attributes {
  const attributes = newMap();
  for (const [key, value] of source.getRawAttributes?.() ?? []) {
    const copy = isPromise(value) ? undefined : toAnyValue(value);
    if (copy !== undefined && !(key in attributes)) attributes[key] = copy;
  }
  return attributes;
}

function isPromise(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}
