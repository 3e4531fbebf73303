import { resolve } from 'node:path';
import type { BuiltVcon } from '../../bridge/index.js';
import { stringifyJson } from '../../telemetry/index.js';
import type { VconEvent } from '../../vcon/index.js';
import { EventDiffer } from '../event-differ.js';
import type { VconSink } from '../sink.js';
import { RotatingFile } from './rotating-file.js';

/** Options of an {@link EventStreamSink}. */
export interface EventStreamSinkOptions {
  /** The file. Its folder is made when it is missing. */
  readonly path: string;
  /** The file is put aside beyond this size. Default 104,857,600 bytes. */
  readonly maxBytes?: number;
  /** The file is put aside when it is older. Default 86,400,000 ms: a day. */
  readonly maxAgeMillis?: number;
  /** How many files that were put aside are kept. Default: all. */
  readonly keep?: number;
}

/**
 * Adds each event to a file as it happens, one JSON object a line:
 *
 *     {"vcon":"<uuid>","conversation_id":"c1","party":{"type":"bot","name":"planner"},"event":{"type":"tool-invocation",...}}
 *
 * It is for watching. What becomes known later of an event (the agent, an operation that two records share) changes the vCon but not the
 * line; the vCon is the record.
 */
export class EventStreamSink implements VconSink {
  /** It wants events as they happen, not when a conversation is written. */
  readonly live = true;
  readonly target: string;
  readonly #file: RotatingFile;
  readonly #differ = new EventDiffer();

  constructor(options: EventStreamSinkOptions) {
    const path = resolve(options.path);
    const { maxBytes = 104_857_600, maxAgeMillis = 86_400_000, keep = Number.POSITIVE_INFINITY } = options;
    this.#file = new RotatingFile({ path, maxBytes, maxAgeMillis, keep });
    this.target = `events:${path}`;
  }

  /** @throws the file system's error; the events are then written at the next try. */
  async write(built: BuiltVcon): Promise<void> {
    const { events, accept } = this.#differ.news(built);
    if (events.length > 0) await this.#file.append(events.map((event) => lineOf(built, event)).join(''));
    accept();
  }

  forceFlush(): Promise<void> {
    return this.#file.sync();
  }

  async shutdown(): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
  }
}

function lineOf({ vcon }: BuiltVcon, event: VconEvent): string {
  const party = typeof event['party'] === 'number' ? vcon.parties[event['party']] : undefined;
  const conversation = vcon.sessions?.[0]?.conversation_id;
  const line = {
    vcon: vcon.uuid,
    ...(conversation !== undefined && { conversation_id: conversation }),
    ...(party !== undefined && { party }),
    event,
  };
  return `${stringifyJson(line)}\n`;
}
