import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ClosingRules } from '../bridge/index.js';

/** The options that close conversations before the end of the input. */
export interface ClosingFlags {
  readonly maxOpen?: number;
  /** In seconds. */
  readonly closeAfter?: number;
}

/**
 * What is held at most when the user gives no bounds: below a gigabyte in use, half of what Node.js allows itself on small machines. A
 * record of a tool call takes about 4 kB, a span that tells nothing half a kB (docs/performance.md).
 */
const SAFE: ClosingRules = { maxRecords: 200_000, maxBytes: 256 * 1024 * 1024 };

/** Adds the options of {@link ClosingFlags} to a command. */
export function addClosingOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--max-open <n>', 'write what was longest without news when more traces than this are open')
        .argParser(parseCount)
        .conflicts('lossless'),
    )
    .addOption(
      new Option(
        '--close-after <duration>',
        'write a conversation when the input is so much later than its last record, for input in the order of time (90s, 10m, 2h)',
      )
        .argParser(parseDuration)
        .conflicts('lossless'),
    );
}

/** When conversations are closed by these flags. */
export function closingRules({ maxOpen, closeAfter }: ClosingFlags): ClosingRules {
  return {
    ...SAFE,
    ...(maxOpen !== undefined && { maxOpen }),
    ...(closeAfter !== undefined && { idleSeconds: closeAfter }),
  };
}

function parseCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('Not a positive number.');
  return Number(value);
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function parseDuration(value: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(value) ?? [];
  if (count === undefined) throw new InvalidArgumentError('Not a duration such as 90s, 10m, 2h or 1d.');
  return Number(count) * (SECONDS[unit] ?? 1);
}
