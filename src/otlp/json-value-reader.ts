import type { RecordOrigin } from '../telemetry/index.js';
import { type ByteCursor, concatBytes, decodeText } from './byte-cursor.js';
import { CUT, JsonValueScan, MORE } from './json-value-scan.js';
import type { KindSet, TellingIndex } from './telling-index.js';

/** How reading a value went on: it is complete, needs more bytes, or is cut off by a line end. */
export type ValueProgress = 'done' | 'more' | 'cut';

/** Cuts one JSON value out of a {@link ByteCursor}, over as many pieces as it takes. A value above the limit is skipped. */
export class JsonValueReader {
  readonly #cursor: ByteCursor;
  readonly #limit: number;
  readonly #scan: JsonValueScan;
  #parts: Uint8Array[] = [];
  #keep = false;
  /** Where the value began. */
  origin: RecordOrigin;
  /** Bytes of the value. */
  length = 0;
  /** The text of the complete value; undefined when it was not to be kept, or is above the limit. */
  value: string | undefined;

  constructor(cursor: ByteCursor, limit: number, telling?: TellingIndex) {
    this.#cursor = cursor;
    this.#limit = limit;
    this.#scan = new JsonValueScan(telling);
    this.origin = cursor.here();
  }

  /** Of which spans the value tells. */
  get kinds(): KindSet {
    return this.#scan.kinds;
  }

  /** Begins with the value at the cursor. */
  begin(keep: boolean): void {
    this.origin = this.#cursor.here();
    this.length = 0;
    this.value = undefined;
    this.#parts = [];
    this.#keep = keep;
    this.#scan.begin(this.#cursor.byte);
  }

  /** Reads on; the cursor is then behind what was read. */
  read(): ValueProgress {
    const cursor = this.#cursor;
    const from = cursor.at;
    const stop = this.#scan.scan(cursor.bytes, from, cursor.final);
    const end = stop >= 0 ? stop : this.#scan.at;
    this.length += end - from;
    if (this.length > this.#limit) {
      this.#keep = false;
      this.#parts = [];
    }
    if (this.#scan.lines > 0) cursor.moveTo(end);
    else cursor.at = end;
    if (stop === CUT) return 'cut';
    if (stop === MORE) {
      if (this.#keep) this.#parts.push(cursor.bytes.slice(from, end));
      return 'more';
    }
    if (!this.#keep) return 'done';
    const last = cursor.bytes.subarray(from, end);
    this.value = this.#parts.length === 0 ? cursor.text(from, end) : decodeText(concatBytes([...this.#parts, last]));
    this.#parts = [];
    return 'done';
  }
}
