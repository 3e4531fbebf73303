// Telemetry and vCons hold text that others wrote. On a terminal, control characters and escape sequences can move the
// cursor, change the title or hide text, and bidirectional controls can reorder what is read (CVE-2021-42574).
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes text safe to print on one line of a terminal: what does not print becomes its code in braces. */
export function plainText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Like {@link plainText}, shortened to a number of characters. */
export function shortText(text: string, limit: number): string {
  const plain = plainText(text.length > limit ? text.slice(0, limit) : text);
  return text.length > limit ? `${plain}...` : plain;
}
