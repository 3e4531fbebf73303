/** Takes out what was put in first, until no more than `most` are left. */
export function forgetOldest<K>(held: Map<K, unknown> | Set<K>, most: number): void {
  for (const key of held.keys()) {
    if (held.size <= most) return;
    held.delete(key);
  }
}
