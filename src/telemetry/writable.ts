/** T while it is put together: its members can be set. */
export type Writable<T> = { -readonly [K in keyof T]: T[K] };
