import { type Command, InvalidArgumentError, Option } from 'commander';
import type { BridgeOptions, GroupBy } from '../bridge/index.js';
import { toMillis } from '../telemetry/index.js';
import { fromVconDate } from '../vcon/index.js';
import type { Diagnostics } from './diagnostics.js';
import { UsageError } from './exit.js';
import type { CliIo } from './io.js';

/** The options that decide what a conversion makes of records. */
export interface ConversionFlags {
  readonly groupBy?: GroupBy;
  readonly mapping: readonly string[];
  readonly content: boolean;
  readonly attachments?: true;
  /** Names of further keys, or `false` for --no-redact. */
  readonly redact?: readonly string[] | false;
  readonly createdAt?: number;
  readonly domain?: string;
  readonly strict?: true;
  readonly verbose?: true;
}

/** Adds the options of {@link ConversionFlags} to a command. */
export function addConversionOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--group-by <what>', 'one vCon for each conversation (else trace), or for each trace').choices([
        'conversation',
        'trace',
      ]),
    )
    .addOption(mappingOption('a mapping file of your own, before the built-in ones (may be repeated)'))
    .option('--no-content', 'leave out arguments, results and other content')
    .option('--attachments', 'put files in content (MCP images, audio, resources) into Attachment Objects')
    .option('--redact <keys>', 'further keys whose values are taken out, separated by commas', splitKeys)
    .option('--no-redact', 'DANGEROUS: keep credentials; only for data that is known to have none')
    .option(
      '--created-at <date>',
      'created_at of the vCons, RFC 3339 (default: SOURCE_DATE_EPOCH, else now)',
      parseDate,
    )
    .option('--domain <name>', 'domain name that the uuids are made for', parseDomain)
    .option('--strict', 'any warning makes the exit code 1')
    .option('--verbose', 'print each notice, not only the first of its kind');
}

/** The bridge's options for these flags. */
export function bridgeOptions(flags: ConversionFlags, io: CliIo, diagnostics: Diagnostics): BridgeOptions {
  const createdAt = flags.createdAt ?? sourceDate(io);
  return {
    content: flags.content,
    attachments: flags.attachments ?? false,
    redactCredentials: flags.redact !== false,
    onNotice: diagnostics.notice,
    ...(flags.groupBy !== undefined && { groupBy: flags.groupBy }),
    ...(Array.isArray(flags.redact) && { redactKeys: flags.redact }),
    ...(createdAt !== undefined && { createdAt }),
    ...(flags.domain !== undefined && { domain: flags.domain }),
  };
}

/** SOURCE_DATE_EPOCH (reproducible-builds.org): seconds since 1970. In milliseconds. */
function sourceDate({ env }: CliIo): number | undefined {
  const value = env['SOURCE_DATE_EPOCH'];
  if (value === undefined || value === '') return undefined;
  if (!/^\d{1,11}$/.test(value)) throw new UsageError(`SOURCE_DATE_EPOCH is not a number of seconds: ${value}`);
  return Number(value) * 1000;
}

/** `--mapping`, which may be repeated. */
export function mappingOption(description: string): Option {
  const collect = (file: string, before: readonly string[]): readonly string[] => [...before, file];
  return new Option('--mapping <file>', description).argParser(collect).default([], 'none');
}

function splitKeys(value: string): readonly string[] {
  const keys = value
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  if (keys.length === 0) throw new InvalidArgumentError('It names no key.');
  return keys;
}

function parseDomain(value: string): string {
  if (value === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function parseDate(value: string): number {
  const time = fromVconDate(value);
  if (time === undefined) throw new InvalidArgumentError('Not an RFC 3339 date-time such as 2026-11-30T09:00:00Z.');
  const millis = toMillis(time);
  if (millis < 0) throw new InvalidArgumentError('It is before 1970, which a uuid of version 8 cannot hold.');
  return millis;
}
