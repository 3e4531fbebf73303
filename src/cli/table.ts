import { plainText } from './plain-text.js';

/** Rows of text as aligned columns, the heading underlined. The cells are made safe to print. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [heading, ...rows].map((row) => row.map(plainText));
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [first = [], ...rest] = cells;
  return `${[line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')}\n`;
}
