/** T with members that may be undefined. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** What is read of something, as far as there is anything: the members that are not undefined, read in the order in which they are given. */
export function reader<Seen, T extends object>(
  members: {
    readonly [K in keyof T]?: ((seen: Seen) => T[K] | undefined) | undefined;
  },
): (seen: Seen) => Partial<T> {
  const reads = (Object.keys(members) as (keyof T)[]).flatMap((key) => {
    const read = members[key];
    return read === undefined ? [] : [{ key, read }];
  });
  return (seen) => {
    const facts: Partial<T> = {};
    for (const { key, read } of reads) {
      const value = read(seen);
      if (value !== undefined) facts[key] = value;
    }
    return facts;
  };
}

/** The members that are not undefined. The caller vouches for those that T requires. */
export function defined<T extends object>(members: Loose<T>): T {
  const kept: Partial<Loose<T>> = {};
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept as T;
}

/** Whether an object has a member. */
export function isEmpty(members: object): boolean {
  for (const _ in members) return false;
  return true;
}
