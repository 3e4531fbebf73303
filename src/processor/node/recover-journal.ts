import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Bridge, type BridgeOptions, type BuiltVcon } from '../../bridge/index.js';
import { stringifyJson } from '../../telemetry/index.js';
import type { Vcon, VconEvent } from '../../vcon/index.js';
import type { JournalClose, JournalMark, Recovered } from '../journal.js';
import { type JournalLine, readLine } from './journal-lines.js';
import { claimEndedRuns } from './journal-run.js';

/** Completes the vCons of the processes that ended and left a journal in a folder. */
export async function* recoverRuns(folder: string, options: BridgeOptions): AsyncGenerator<Recovered> {
  for (const run of await claimEndedRuns(folder)) {
    const vcons = await recoverRun(run, options);
    yield { vcons, done: () => rm(run, { recursive: true, force: true }) };
  }
}

/**
 * Follows a journal as the processor went: the same records into a bridge, the same parts closed. What is durable is left out; what is not gets the
 * identity it was first given, so that it takes the place of an earlier version.
 */
async function recoverRun(run: string, options: BridgeOptions): Promise<BuiltVcon[]> {
  const files = await filesOf(run);
  const newest = files.at(-1);
  if (newest === undefined) return [];
  // The time of the last word: the same however often this is tried.
  const createdAt = Math.floor((await stat(newest)).mtimeMs);
  const replay = new Replay({ ...options, createdAt });
  for (const file of files) {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const line = readLine(text);
      if (line !== undefined) replay.follow(line);
    }
  }
  return replay.finish();
}

/** The newest state and the logs from it on; all logs when there is no state. */
async function filesOf(run: string): Promise<string[]> {
  const names = await readdir(run);
  const numberOf = (name: string) => Number.parseInt(name, 10);
  const states = names.filter((name) => /^\d+\.state$/.test(name)).map(numberOf);
  const newest = Math.max(0, ...states);
  const logs = names.filter((name) => /^\d+\.log$/.test(name) && numberOf(name) >= newest);
  logs.sort((a, b) => numberOf(a) - numberOf(b));
  return [...(states.length > 0 ? [`${newest}.state`] : []), ...logs].map((name) => join(run, name));
}

class Replay {
  readonly #bridge: Bridge;
  readonly #marks = new Map<string, JournalMark>();
  readonly #unsettled = new Map<number, readonly BuiltVcon[]>();

  constructor(options: BridgeOptions) {
    this.#bridge = new Bridge(options);
  }

  follow(line: JournalLine): void {
    if ('record' in line) this.#bridge.add(line.record);
    else if ('mark' in line) this.#marks.set(line.mark.key, line.mark);
    else if ('settle' in line) this.#unsettled.delete(line.settle);
    else if ('unsettled' in line) this.#unsettled.set(line.unsettled.number, line.unsettled.vcons);
    else if ('close' in line) this.#close(line.close);
  }

  finish(): BuiltVcon[] {
    const open = this.#bridge.finish().map((each) => this.#identified(each));
    return [...[...this.#unsettled.values()].flat(), ...open];
  }

  #close({ number, lists }: JournalClose): void {
    const built = lists.flatMap((ids) => this.#bridge.closeOnly(ids));
    this.#unsettled.set(
      number,
      built.map((each) => this.#identified(each)),
    );
    // What comes of these conversations later goes into other vCons.
    for (const { key } of built) this.#marks.delete(key);
  }

  #identified(built: BuiltVcon): BuiltVcon {
    const mark = this.#marks.get(built.key);
    if (mark === undefined) return built;
    const { uuid, createdAt, part, carried } = mark;
    const vcon: Vcon = { ...built.vcon, uuid, created_at: createdAt };
    return { ...built, part, vcon: withCarried(vcon, carried) };
  }
}

/** The decisions that an earlier part made are not among the records of this one. */
function withCarried(vcon: Vcon, carried: readonly VconEvent[]): Vcon {
  const events = vcon.events ?? [];
  const known = new Set(events.map((event) => stringifyJson(event)));
  return { ...vcon, events: [...carried.filter((event) => !known.has(stringifyJson(event))), ...events] };
}
