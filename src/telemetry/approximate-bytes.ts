/** Roughly what a value that is no text weighs as JSON, with its quotes, commas and braces. */
const SMALL = 8;

/** About how many bytes a value takes as JSON text: one a character, which is exact for ASCII. Never throws. */
export function approximateBytes(value: unknown): number {
  let sum = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') sum += next.length + 2;
    else if (next instanceof Uint8Array) sum += Math.ceil((next.length * 4) / 3);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        sum += key.length + 4;
        rest.push(member);
      }
    } else sum += SMALL;
  }
  return sum;
}
