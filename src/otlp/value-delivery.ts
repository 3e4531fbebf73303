import type { ByteCursor } from './byte-cursor.js';
import type { ObjectFrame } from './frames.js';
import { JsonValueReader, type ValueProgress } from './json-value-reader.js';
import type { ReadSession } from './read-session.js';
import type { RecordAssembler } from './record-assembler.js';
import type { Signal } from './record-decoder.js';

/** What a value is for. */
export type Target =
  | { readonly of: 'record'; readonly signal: Signal; readonly scope: ObjectFrame }
  | { readonly of: 'member'; readonly name: string; readonly frame: ObjectFrame }
  | { readonly of: 'nothing' };

/** Reads the value at the cursor and hands it to the assembler as what it is for. */
export class ValueDelivery {
  readonly #session: ReadSession;
  readonly #assembler: RecordAssembler;
  readonly #reader: JsonValueReader;
  #target: Target | undefined;

  constructor(session: ReadSession, assembler: RecordAssembler, cursor: ByteCursor) {
    this.#session = session;
    this.#assembler = assembler;
    this.#reader = new JsonValueReader(cursor, session.limits.recordBytes, session.telling);
  }

  /** A value is being read. */
  get pending(): boolean {
    return this.#target !== undefined;
  }

  /** Begins with the value at the cursor. */
  begin(target: Target): void {
    this.#target = target;
    this.#reader.begin(target.of !== 'nothing');
  }

  /** Gives up the value that is being read. */
  abandon(): void {
    this.#target = undefined;
  }

  /** Reads on with the value. */
  read(): ValueProgress {
    const progress = this.#reader.read();
    if (progress !== 'done') return progress;
    const target = this.#target;
    this.#target = undefined;
    if (target !== undefined && target.of !== 'nothing') this.#deliver(target);
    return progress;
  }

  #deliver(target: Exclude<Target, { of: 'nothing' }>): void {
    const { value, origin, kinds, length } = this.#reader;
    if (value === undefined) {
      if (target.of === 'member') target.frame.incomplete = true;
      this.#session.tooLarge(length, origin);
    } else if (target.of === 'member') {
      this.#assembler.member(target.frame, target.name, { text: value, length, origin });
    } else {
      this.#assembler.record({ signal: target.signal, text: value, length, kinds, origin }, target.scope);
    }
  }
}
