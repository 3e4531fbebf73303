/** T with members that may be undefined. */
export type Loose<T> = { [K in keyof T]: T[K] | undefined };

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
