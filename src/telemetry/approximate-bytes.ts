/** Roughly what a value that is no text weighs as JSON, with its quotes, commas and braces. */
const SMALL = 8;

/** About how many bytes a value takes as JSON text: one a character, which is exact for ASCII. Never throws. */
export function approximateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  let sum = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') sum += next.length + 2;
    else if (next instanceof Uint8Array) sum += Math.ceil((next.length * 4) / 3);
    else if (typeof next === 'object' && next !== null) {
      for (const key in next) {
        const member = (next as Readonly<Record<string, unknown>>)[key];
        sum += key.length + 4;
        // What has no parts need not wait: most members are texts.
        if (typeof member === 'string') sum += member.length + 2;
        else if (typeof member === 'object' && member !== null) rest.push(member);
        else sum += SMALL;
      }
    } else sum += SMALL;
  }
  return sum;
}
