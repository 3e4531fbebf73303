import type { Command } from 'commander';
import { vconToTelemetry } from '../replay/index.js';
import type { SpanRecord } from '../telemetry/index.js';
import type { Diagnostics } from './diagnostics.js';
import type { CliIo } from './io.js';
import { readVcons } from './vcon-inputs.js';

/** The options that decide which spans a vCon becomes. */
export interface ReplayFlags {
  readonly serviceName?: string;
  /** `false` for --no-kept-spans. */
  readonly keptSpans: boolean;
  readonly strict?: true;
  readonly verbose?: true;
}

/** The trace of one vCon; it has spans. */
export interface VconTrace {
  /** Of the vCon, made safe as a file name. */
  readonly uuid: string;
  readonly spans: readonly SpanRecord[];
}

/** Adds the options of {@link ReplayFlags} to a command. */
export function addReplayOptions(command: Command): Command {
  return command
    .option('--service-name <name>', "service.name of the spans (default: the agent's name)")
    .option('--no-kept-spans', 'make the spans from the events, also when the vCon keeps those it was made from')
    .option('--strict', 'any warning makes the exit code 1')
    .option('--verbose', 'print each notice, not only the first of its kind');
}

/**
 * The traces of the vCons of the files. vCons without tool events are noticed and left out; so are further ones with a uuid that
 * was there before, whose spans would have the same ids.
 */
export async function* readTraces(
  files: readonly string[],
  { serviceName, keptSpans }: ReplayFlags,
  io: CliIo,
  diagnostics: Diagnostics,
): AsyncGenerator<VconTrace> {
  const seen = new Set<string>();
  for await (const { vcon, name } of readVcons(files, io, diagnostics)) {
    if (seen.has(vcon.uuid)) {
      const message = `vCon ${vcon.uuid} came before in this run and is left out: its spans would have the same ids`;
      diagnostics.notice({ code: 'vcon-repeated', level: 'warning', message, origin: { source: name } });
      continue;
    }
    seen.add(vcon.uuid);
    const { spans, notices } = vconToTelemetry(vcon, { keptSpans, ...(serviceName !== undefined && { serviceName }) });
    for (const notice of notices) diagnostics.notice({ origin: { source: name }, ...notice });
    if (spans.length > 0) yield { uuid: vcon.uuid.replace(/[^\w-]/g, '_'), spans };
  }
}
