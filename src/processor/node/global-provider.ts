/**
 * Where every copy of @opentelemetry/api 1.x keeps what applications register: `globalThis[KEY].trace` is a proxy whose `setDelegate` takes
 * the provider.
 */
const KEY = Symbol.for('opentelemetry.js.api.1');

/** Calls `found` with the tracer provider that is registered now, or with each that will be. */
export function onTracerProvider(found: (provider: object) => void): void {
  const api: unknown = Reflect.get(globalThis, KEY);
  if (isObject(api)) watchApi(api, found);
  else intercept(globalThis, KEY, (set) => isObject(set) && watchApi(set, found));
}

function watchApi(api: object, found: (provider: object) => void): void {
  const proxy: unknown = Reflect.get(api, 'trace');
  if (isObject(proxy)) watchProxy(proxy, found);
  else intercept(api, 'trace', (set) => isObject(set) && watchProxy(set, found));
}

/** Without a delegate the proxy's own `getDelegate` answers with a provider that does nothing, which is of no use here. */
function watchProxy(proxy: object, found: (provider: object) => void): void {
  const setDelegate: unknown = Reflect.get(proxy, 'setDelegate');
  if (typeof setDelegate !== 'function') {
    found(proxy);
    return;
  }
  const delegate: unknown = Reflect.get(proxy, '_delegate');
  if (isObject(delegate)) found(delegate);
  Reflect.set(proxy, 'setDelegate', (provider: object) => {
    Reflect.apply(setDelegate, proxy, [provider]);
    found(provider);
  });
}

/** Calls `onSet` when a property gets its first value; it is an ordinary property from then on. */
function intercept(target: object, key: PropertyKey, onSet: (value: unknown) => void): void {
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get: () => undefined,
    set: (value: unknown) => {
      Object.defineProperty(target, key, { configurable: true, enumerable: true, writable: true, value });
      onSet(value);
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
