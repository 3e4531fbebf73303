import { Command, InvalidArgumentError, Option } from 'commander';
import { ageNotices, shiftTrace } from '../replay/index.js';
import {
  type ExporterSettings,
  exporterSettings,
  type SendSummary,
  sendTraces,
  shownUrl,
} from '../replay/sending/index.js';
import { fromMillis, OtelVconError, type SpanRecord } from '../telemetry/index.js';
import { Diagnostics } from './diagnostics.js';
import { UsageError } from './exit.js';
import type { CliIo } from './io.js';
import { addReplayOptions, type ReplayFlags, readTraces } from './vcon-traces.js';

interface SendFlags extends ReplayFlags {
  readonly endpoint?: string;
  readonly header: Readonly<Record<string, string>>;
  readonly tenant?: string;
  readonly compression?: 'gzip' | 'none';
  readonly timeout?: number;
  readonly requestBytes?: number;
  readonly shiftToNow?: true;
  readonly dryRun?: true;
}

/** `otel-vcon replay`: vCons to an OTLP/HTTP receiver. */
export function replayCommand(io: CliIo): Command {
  const command = new Command('replay')
    .description('send vCons as traces to Jaeger, Tempo or any OTLP/HTTP receiver')
    .argument('<vcon...>', 'vCon files, one or several a file; - is stdin')
    .option('--endpoint <url>', 'the receiver (default: OTEL_EXPORTER_OTLP_ENDPOINT, else http://localhost:4318)')
    .addOption(
      new Option('--header <name=value>', 'a header of each request (may be repeated)')
        .argParser(addHeader)
        .default({}, 'none'),
    )
    .option('--tenant <id>', "Tempo's tenant (X-Scope-OrgID)")
    .addOption(new Option('--compression <how>', 'compression of the requests').choices(['gzip', 'none']))
    .option('--timeout <ms>', 'how long one request may take, in milliseconds', positiveNumber)
    .option('--request-bytes <n>', 'largest request before compression, in bytes', positiveNumber)
    .option('--shift-to-now', 'move each trace so that it ends now; the times as they were become attributes')
    .option('--dry-run', 'send nothing; say what would be sent');
  return addReplayOptions(command).action((files: readonly string[], flags: SendFlags) => replay(files, flags, io));
}

async function replay(files: readonly string[], flags: SendFlags, io: CliIo): Promise<void> {
  const diagnostics = new Diagnostics(io, flags);
  const settings = settingsOf(flags, io, diagnostics);
  const summary = await sendTraces(traces(files, flags, io, diagnostics), settings, {
    dryRun: flags.dryRun ?? false,
    onNotice: diagnostics.notice,
    onRetry: (message) => diagnostics.say(`note: ${message}`),
  });
  report(summary, flags, settings, diagnostics);
  diagnostics.finish();
}

/** What is wrong with a setting is wrong usage, not a refused input. */
function settingsOf(flags: SendFlags, io: CliIo, diagnostics: Diagnostics): ExporterSettings {
  const { endpoint, header, tenant, compression, timeout, requestBytes } = flags;
  try {
    return exporterSettings(
      io.env,
      {
        headers: header,
        ...(endpoint !== undefined && { endpoint }),
        ...(tenant !== undefined && { tenant }),
        ...(compression !== undefined && { compression }),
        ...(timeout !== undefined && { timeout }),
        ...(requestBytes !== undefined && { requestBytes }),
      },
      diagnostics.notice,
    );
  } catch (error) {
    throw error instanceof OtelVconError ? new UsageError(error.message) : error;
  }
}

async function* traces(
  files: readonly string[],
  flags: SendFlags,
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<readonly SpanRecord[]> {
  const now = fromMillis(Date.now());
  for await (const { spans } of readTraces(files, flags, io, diagnostics)) {
    if (flags.shiftToNow) {
      yield shiftTrace(spans, now);
    } else {
      ageNotices(spans, now).forEach(diagnostics.notice);
      yield spans;
    }
  }
}

function report(summary: SendSummary, flags: SendFlags, settings: ExporterSettings, diagnostics: Diagnostics): void {
  const { accepted, rejected, skipped, requests, retries, bytes, stopped } = summary;
  const target = shownUrl(settings.url);
  if (stopped !== undefined) diagnostics.error(`${stopped}. Nothing more was sent`);
  if (flags.dryRun) {
    diagnostics.say(`would send ${accepted} span(s) in ${requests} request(s) of ${bytes} byte(s) to ${target}`);
  } else {
    const again = retries === 0 ? '' : ` and ${retries} retries`;
    diagnostics.say(
      `${accepted} span(s) accepted, ${rejected} rejected, ${skipped} skipped, in ${requests} request(s)${again} to ${target}`,
    );
  }
  if (rejected + skipped > 0) diagnostics.error(`${rejected + skipped} span(s) did not arrive`);
}

function addHeader(value: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const equals = value.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Not of the form name=value.');
  return { ...before, [value.slice(0, equals).trim()]: value.slice(equals + 1).trim() };
}

function positiveNumber(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('Not a number above 0.');
  return number;
}
