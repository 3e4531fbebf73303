import { parseHeaders } from '../../http/index.js';
import { OtelVconError } from '../../telemetry/index.js';
import type { Capture } from '../content-capture.js';
import type { VconProcessorOptions } from '../options.js';
import type { VconSink } from '../sink.js';
import { EventStreamSink } from './event-stream-sink.js';
import { FileJournal } from './file-journal.js';
import { FileSink } from './file-sink.js';
import { HttpSink } from './http-sink.js';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder for vCons when no variable names a sink. */
const DEFAULT_FOLDER = 'vcons';

/**
 * The processor's options from `OTEL_VCON_*` variables; docs/reliability.md lists them.
 *
 * @returns `undefined` when OTEL_VCON_DISABLED or OTEL_SDK_DISABLED says so.
 * @throws OtelVconError `invalid-options`, `invalid-header` for a value that is not what it should be.
 */
export function optionsFromEnvironment(environment: Environment): VconProcessorOptions | undefined {
  const env = (name: string) => environment[`OTEL_VCON_${name}`]?.trim() || undefined;
  if (isTrue(env('DISABLED')) || isTrue(environment['OTEL_SDK_DISABLED'])) return undefined;
  const groupBy = oneOf('OTEL_VCON_GROUP_BY', env('GROUP_BY'), ['conversation', 'trace']);
  const capture: Capture | undefined = oneOf('OTEL_VCON_CAPTURE', env('CAPTURE'), ['full', 'redacted', 'hash', 'none']);
  const domain = env('DOMAIN');
  const bridge = { ...(groupBy !== undefined && { groupBy }), ...(domain !== undefined && { domain }) };
  const journal = env('JOURNAL');
  const idleMillis = milliseconds('OTEL_VCON_IDLE', env('IDLE'));
  const writeDelayMillis = milliseconds('OTEL_VCON_WRITE_DELAY', env('WRITE_DELAY'));
  return {
    sinks: sinks(env),
    bridge,
    recordUnsampled: isTrue(env('RECORD_UNSAMPLED')),
    ...(capture !== undefined && { capture: { default: capture } }),
    ...(journal !== undefined && { journal: new FileJournal({ folder: journal, bridge }) }),
    ...(idleMillis !== undefined && { idleMillis }),
    ...(writeDelayMillis !== undefined && { writeDelayMillis }),
  };
}

function sinks(env: (name: string) => string | undefined): VconSink[] {
  const folder = env('FOLDER');
  const path = env('EVENTS');
  const url = env('URL');
  const found: VconSink[] = [];
  if (folder !== undefined || (path === undefined && url === undefined)) {
    found.push(new FileSink({ folder: folder ?? DEFAULT_FOLDER }));
  }
  if (path !== undefined) found.push(new EventStreamSink({ path }));
  if (url !== undefined) {
    found.push(
      new HttpSink({
        url,
        queue: env('QUEUE') ?? 'vcons-to-send',
        headers: parseHeaders('OTEL_VCON_HEADERS', env('HEADERS')),
      }),
    );
  }
  return found;
}

/** Booleans of the environment (OpenTelemetry specification): only "true", in any case, is true. */
function isTrue(value: string | undefined): boolean {
  return value?.trim().toLowerCase() === 'true';
}

function milliseconds(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) throw wrong(name, 'a number of milliseconds');
  return Number(value);
}

function oneOf<T extends string>(name: string, value: string | undefined, values: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = values.find((each) => each === value.toLowerCase());
  if (found === undefined) throw wrong(name, `one of ${values.join(', ')}`);
  return found;
}

function wrong(name: string, expected: string): OtelVconError {
  return new OtelVconError('invalid-options', `The environment variable ${name} is not ${expected}`, {
    advice: 'Correct it, or unset it for the default',
  });
}
