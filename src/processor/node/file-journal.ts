import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { BridgeOptions } from '../../bridge/index.js';
import type { MappedRecord } from '../../mapping/index.js';
import type { Journal, JournalClose, JournalMark, JournalState, Recovered } from '../journal.js';
import { FILE_MODE, writeFileAtomically } from './atomic-file.js';
import { type JournalLine, writeLine } from './journal-lines.js';
import { beginRun } from './journal-run.js';
import { recoverRuns } from './recover-journal.js';

/** Some milliseconds of work. */
const LINES_A_SLICE = 256;

const syncFile = promisify(fsync);

/** Options of a {@link FileJournal}. */
export interface FileJournalOptions {
  /** The folder for the journals of all processes. They hold content, as the vCons do. */
  readonly folder: string;
  /** Size at which a journal begins anew with what is open then. Default 67,108,864 bytes. */
  readonly maxBytes?: number;
  /** The options of the processor's bridge, to complete what earlier processes left. */
  readonly bridge?: BridgeOptions;
}

/**
 * A journal in files: one folder for each process, in it `<n>.log`, what came after `<n>.state`, the state when that log was begun. A log is
 * only ever added to, with one system call a record, so that what was accepted survives the death of the process, though not of the
 * machine: for that see {@link sync}.
 */
export class FileJournal implements Journal {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #bridge: BridgeOptions;
  #run: string | undefined;
  #number = 0;
  #log: number | undefined;
  #bytes = 0;

  constructor(options: FileJournalOptions) {
    this.#folder = resolve(options.folder);
    this.#maxBytes = options.maxBytes ?? 67_108_864;
    this.#bridge = options.bridge ?? {};
  }

  append(record: MappedRecord): void {
    this.#write({ record });
  }

  mark(mark: JournalMark): void {
    this.#write({ mark });
  }

  close(close: JournalClose): void {
    this.#write({ close });
  }

  settle(number: number): void {
    this.#write({ settle: number });
  }

  isLong(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  async restart(state: JournalState): Promise<void> {
    const run = this.#run;
    if (run === undefined) return;
    const lines = [...linesOf(state)];
    const next = this.#number + 1;
    const log = openLog(run, next);
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = log;
    this.#number = next;
    this.#bytes = 0;
    await writeFileAtomically(join(run, `${next}.state`), inSlices(lines));
    for (const name of await readdir(run)) {
      if (Number.parseInt(name, 10) < next) await rm(join(run, name), { force: true });
    }
  }

  async sync(): Promise<void> {
    if (this.#log !== undefined) await syncFile(this.#log);
  }

  async end(empty: boolean): Promise<void> {
    if (this.#log !== undefined) closeSync(this.#log);
    this.#log = undefined;
    if (empty && this.#run !== undefined) await rm(this.#run, { recursive: true, force: true });
    this.#run = undefined;
  }

  recover(): AsyncIterable<Recovered> {
    return recoverRuns(this.#folder, this.#bridge);
  }

  #write(line: JournalLine): void {
    this.#run ??= beginRun(this.#folder);
    this.#log ??= openLog(this.#run, this.#number);
    const bytes = Buffer.from(writeLine(line));
    // A disk that is nearly full may take a part only.
    for (let written = 0; written < bytes.length; ) written += writeSync(this.#log, bytes, written);
    this.#bytes += bytes.length;
  }
}

function* linesOf({ marks, records, unsettled }: JournalState): Generator<JournalLine> {
  for (const mark of marks) yield { mark };
  for (const record of records) yield { record };
  for (const [number, vcons] of unsettled) yield { unsettled: { number, vcons } };
}

/** The text of lines, made a slice at a time, so that the application gets its turns. */
async function* inSlices(lines: readonly JournalLine[]): AsyncGenerator<string> {
  for (let start = 0; start < lines.length; start += LINES_A_SLICE) {
    yield lines
      .slice(start, start + LINES_A_SLICE)
      .map(writeLine)
      .join('');
    await nextTurn();
  }
}

function openLog(run: string, number: number): number {
  return openSync(join(run, `${number}.log`), 'a', FILE_MODE);
}
