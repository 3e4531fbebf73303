import type { RecordOrigin } from '../telemetry/index.js';
import { CLOSE_BRACE, CLOSE_BRACKET, isMeaningless, LETTER_N, NEWLINE, OPEN_BRACE, OPEN_BRACKET } from './ascii.js';
import { ByteCursor } from './byte-cursor.js';
import { type Container, containerOf, isDescribing } from './envelope.js';
import { type ArrayFrame, type Frame, type ObjectFrame, objectFrame } from './frames.js';
import { readKey } from './json-key.js';
import type { ReadSession } from './read-session.js';
import { RecordAssembler } from './record-assembler.js';
import { ValueDelivery } from './value-delivery.js';

/**
 * Reads JSON documents from UTF-8 bytes that come in pieces, whatever lies between the documents: nothing, line ends, commas, text of
 * a log. Only the envelope is followed; each record is cut out as it stands and parsed alone, so that a broken one loses only itself,
 * a document that is cut off keeps the records before the cut, and memory holds a batch of records, not a document.
 */
export class JsonDocuments {
  readonly #session: ReadSession;
  readonly #assembler: RecordAssembler;
  readonly #cursor: ByteCursor;
  readonly #values: ValueDelivery;
  readonly #frames: Frame[] = [];
  /** Where text that is not JSON began on this line. */
  #noise: RecordOrigin | undefined;
  #skippingLine = false;

  constructor(session: ReadSession) {
    this.#session = session;
    this.#assembler = new RecordAssembler(session);
    this.#cursor = new ByteCursor(session.source);
    this.#values = new ValueDelivery(session, this.#assembler, this.#cursor);
  }

  /** Reads the next piece of the input. */
  push(piece: Uint8Array): void {
    this.#cursor.add(piece);
    this.#run();
    this.#cursor.release();
  }

  /** The input is complete. */
  end(): void {
    this.#cursor.final = true;
    this.#run();
    if (this.#frames.length > 0) this.#cutOff();
    this.#endLine();
  }

  #run(): void {
    while (!this.#cursor.atEnd && this.#step()) {}
  }

  /** One step; false when it needs more bytes. */
  #step(): boolean {
    if (this.#skippingLine) {
      this.#skippingLine = !this.#cursor.moveToLineEnd();
      return true;
    }
    if (this.#values.pending) return this.#readValue();
    const frame = this.#frames.at(-1);
    if (frame === undefined) return this.#between();
    this.#cursor.skipFiller();
    if (this.#cursor.atEnd) return false;
    return frame.kind === 'object' ? this.#readMember(frame) : this.#readElement(frame);
  }

  #between(): boolean {
    const cursor = this.#cursor;
    const byte = cursor.byte ?? 0;
    if (byte === NEWLINE) this.#endLine();
    else if (byte === OPEN_BRACE) this.#frames.push(objectFrame('document', cursor.here()));
    else if (byte === OPEN_BRACKET && this.#noise === undefined) this.#openArray({ holds: 'document', signal: 'span' });
    else if (this.#noise !== undefined) return cursor.skipText();
    else if (!isMeaningless(byte)) this.#noise = cursor.here();
    cursor.moveTo(cursor.at + 1);
    return true;
  }

  #endLine(): void {
    if (this.#noise !== undefined) this.#session.warn('OTLP_NO_JSON', 'text that is not JSON was skipped', this.#noise);
    this.#noise = undefined;
  }

  #openArray(container: Pick<ArrayFrame, 'holds' | 'signal'>, owner?: ObjectFrame): void {
    this.#frames.push({ kind: 'array', ...container, origin: this.#cursor.here(), owner });
  }

  #readMember(frame: ObjectFrame): boolean {
    const cursor = this.#cursor;
    if (cursor.byte === CLOSE_BRACE) return this.#close(frame);
    const key = readKey(cursor.bytes, cursor.at);
    if (key === 'broken') return this.#broken(frame);
    if (key === 'more') return this.#needMore();
    cursor.moveTo(key.value);
    // The document has a key, so it is one and no text of a log.
    if (this.#frames.length === 1) this.#noise = undefined;
    const begins = key.name !== 'trace' && cursor.documentBegins();
    if (begins) return this.#broken(frame);
    this.#beginMember(frame, key.name);
    return true;
  }

  #beginMember(frame: ObjectFrame, name: string): void {
    const found = containerOf(frame.level, name);
    if (found === undefined || (frame.level === 'document' && !this.#mayHold(name))) {
      const keep = isDescribing(name) || (frame.level === 'document' && !frame.known);
      this.#values.begin(keep ? { of: 'member', name, frame } : { of: 'nothing' });
      return;
    }
    if (name !== 'trace') this.#recognise();
    this.#beginContainer(found, frame, name);
  }

  /** Whether the member of a document that may be none of ours has a value such as a container has. */
  #mayHold(name: string): boolean {
    const byte = this.#cursor.byte;
    if (name === 'trace') return byte === OPEN_BRACE;
    return byte === OPEN_BRACE || byte === OPEN_BRACKET || name.startsWith('resource');
  }

  #beginContainer(found: Container, owner: ObjectFrame, name: string): void {
    if (found.holds === 'other') {
      this.#session.inform(
        'OTLP_OTHER_SIGNAL',
        `"${name}" was skipped: only traces and logs are read`,
        this.#cursor.here(),
      );
      this.#values.begin({ of: 'nothing' });
    } else if (this.#cursor.byte === OPEN_BRACKET) {
      this.#openArray(found, owner);
      this.#cursor.at += 1;
    } else {
      this.#beginItem(found, owner, name);
    }
  }

  #readElement(frame: ArrayFrame): boolean {
    const cursor = this.#cursor;
    const byte = cursor.byte;
    if (byte === CLOSE_BRACKET) {
      this.#frames.pop();
      cursor.at += 1;
      return true;
    }
    if (byte === OPEN_BRACKET && frame.holds !== 'records') {
      this.#openArray(frame, frame.owner);
      cursor.at += 1;
      return true;
    }
    if (byte === CLOSE_BRACE || (byte !== OPEN_BRACE && frame.owner === undefined)) return this.#broken(frame);
    if (frame.holds !== 'document') {
      const begins = cursor.documentBegins(frame.holds === 'resource');
      if (begins === undefined) return this.#needMore();
      if (begins) return this.#broken(frame);
    }
    this.#beginItem(frame, frame.owner);
    return true;
  }

  #beginItem({ holds, signal }: Pick<ArrayFrame, 'holds' | 'signal'>, owner?: ObjectFrame, name?: string): void {
    const cursor = this.#cursor;
    if (cursor.byte !== OPEN_BRACE) {
      // It begins like null, which protobuf's JSON mapping takes for an absent value.
      if (cursor.byte !== LETTER_N)
        this.#session.warn('OTLP_FIELD_UNREADABLE', `one of the ${holds} is no object`, cursor.here());
      this.#values.begin({ of: 'nothing' });
    } else if (holds !== 'records') {
      this.#frames.push(objectFrame(holds, cursor.here(), owner, name));
      cursor.at += 1;
    } else if (owner !== undefined) {
      this.#values.begin({ of: 'record', signal, scope: owner });
    }
  }

  #close(frame: ObjectFrame): boolean {
    this.#frames.pop();
    this.#cursor.at += 1;
    const parent = this.#frames.at(-1);
    this.#assembler.close(frame, parent?.kind === 'object' ? parent : undefined);
    return true;
  }

  /** Every object around is OTLP from now on. */
  #recognise(): void {
    this.#session.recognise();
    for (const frame of this.#frames) if (frame.kind === 'object') frame.known = true;
  }

  #readValue(): boolean {
    const progress = this.#values.read();
    if (progress === 'cut') this.#cutOff();
    return progress !== 'more' || this.#cursor.atEnd;
  }

  /** The document ends at the line end at hand, or with the input, before it is complete. */
  #cutOff(): void {
    this.#abandon('OTLP_CUT', 'is cut off');
  }

  /** What stands at hand cannot stand there. Reading goes on with the next document. */
  #broken(frame: Frame): boolean {
    const begins = this.#cursor.documentBegins();
    if (begins === undefined) return this.#needMore();
    if (this.#frames.length === 1 && isUntouched(frame)) {
      // No document at all: text of a log that happens to begin like one.
      this.#noise ??= frame.origin;
      this.#frames.pop();
      if (frame.origin.line !== this.#cursor.line) this.#endLine();
    } else if (begins) {
      this.#cutOff();
    } else {
      this.#abandon('OTLP_BROKEN', 'is not valid JSON');
      this.#skippingLine = true;
    }
    return true;
  }

  #abandon(code: string, what: string): void {
    const here = this.#cursor.here();
    const origin = this.#frames[0]?.origin ?? here;
    for (const frame of this.#frames.splice(0)) if (frame.kind === 'object') this.#assembler.flush(frame);
    this.#values.abandon();
    const place = `line ${here.line}, byte ${here.offset}`;
    this.#session.warn(
      code,
      `the JSON document that begins here ${what} at ${place}; the records before that are read`,
      origin,
    );
  }

  #needMore(): boolean {
    // At the end of the input there is no more: what is there is a cut document.
    if (this.#cursor.final) this.#cursor.at = this.#cursor.bytes.length;
    return false;
  }
}

function isUntouched(frame: Frame): boolean {
  return frame.kind === 'array'
    ? frame.holds === 'document'
    : !frame.known && frame.members.size === 0 && !frame.incomplete;
}
