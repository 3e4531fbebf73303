import { parseJson, type RecordOrigin, type Resource, type Scope } from '../telemetry/index.js';
import { bareSignal, DESCRIBING, isDescribing } from './envelope.js';
import type { ObjectFrame } from './frames.js';
import { parseWire } from './lenient-json.js';
import type { ReadSession } from './read-session.js';
import { decodeResource, decodeScope, type Signal } from './record-decoder.js';
import type { Report } from './scalar.js';
import { type SkimmedSpan, skimSpan } from './skim-span.js';
import { ALL_KINDS, hasKind, type KindSet, NO_KIND, type TellingIndex } from './telling-index.js';

/** Resources and scopes repeat from batch to batch; this many texts of each are remembered. */
const REMEMBERED = 256;

/** JSON texts that describe nothing. */
const EMPTY: ReadonlySet<string> = new Set(['""', 'null', '{}']);

/** A value as it was cut out of the input. */
export interface RawValue {
  readonly text: string;
  /** In bytes. */
  readonly length: number;
  readonly origin: RecordOrigin;
}

/** A record as it was cut out of the input. */
export interface RawRecord extends RawValue {
  readonly signal: Signal;
  /** Of which spans it tells. */
  readonly kinds: KindSet;
}

/** Puts records together with the resource and the scope that describe them, and tells what a finished document is. */
export class RecordAssembler {
  readonly #session: ReadSession;
  readonly #resources = new Map<string, Resource>();
  readonly #scopes = new Map<string, Scope>();
  /** Of which spans the texts of scopes and resources tell. */
  readonly #kinds = new Map<string, KindSet>();

  constructor(session: ReadSession) {
    this.#session = session;
  }

  /** A record was read; `scope` is the object whose records it belongs to. */
  record({ signal, text, length, kinds, origin }: RawRecord, scope: ObjectFrame): void {
    const skimmed = signal === 'span' ? this.#skim(text, kinds, scope) : undefined;
    const frame = scope.resourceFrame ?? scope;
    frame.held.push({ signal, content: skimmed ?? text, scope, origin });
    frame.heldBytes += length;
    if (frame.streaming || frame.heldBytes > this.#session.limits.batchBytes) {
      frame.streaming = true;
      this.flush(frame);
    }
  }

  /** The span without what need not be read of it; undefined when all of it is to be read. */
  #skim(text: string, kinds: KindSet, scope: ObjectFrame): SkimmedSpan | undefined {
    const { telling } = this.#session;
    if (telling === undefined || !this.#session.maySkim() || kinds === ALL_KINDS) return undefined;
    const told = kinds | this.#kindsAround(scope, telling);
    const span = told === ALL_KINDS ? undefined : skimSpan(text);
    return span === undefined || hasKind(told | telling.ofName(span.name), span.kind) ? undefined : span;
  }

  /** An ordinary member of an envelope object was read. */
  member(frame: ObjectFrame, name: string, { text, length, origin }: RawValue): void {
    frame.bytes += length;
    if (frame.bytes > this.#session.limits.recordBytes) {
      frame.incomplete = true;
      this.#session.tooLarge(frame.bytes, origin);
      return;
    }
    frame.members.set(name, text);
    if (frame.used && isDescribing(name) && !EMPTY.has(text)) this.#late(frame, name, origin);
  }

  #late(frame: ObjectFrame, name: string, origin: RecordOrigin): void {
    frame.resource = undefined;
    const message = `"${name}" comes after too many of the records that it describes: those are without it`;
    if (DESCRIBING.schemaUrl.some((url) => url === name)) this.#session.inform('OTLP_SCHEMA_URL_LATE', message, origin);
    else this.#session.warn('OTLP_RESOURCE_LATE', message, origin);
  }

  /** Passes on what a frame holds. */
  flush(frame: ObjectFrame): void {
    if (frame.held.length === 0) return;
    frame.resource ??= this.#resource(frame);
    frame.used = true;
    const { resource, held } = frame;
    frame.held = [];
    frame.heldBytes = 0;
    let current: { readonly frame: ObjectFrame; readonly scope: Scope } | undefined;
    for (const { signal, content, scope, origin } of held) {
      if (current?.frame !== scope) current = { frame: scope, scope: this.#scope(scope) };
      scope.used = true;
      const context = { resource, scope: current.scope, origin };
      if (typeof content === 'string') this.#addText(signal, content, context);
      else this.#session.addSkimmed(content, context);
    }
  }

  /** An object is complete. `parent` is the object that it is a member of. */
  close(frame: ObjectFrame, parent: ObjectFrame | undefined): void {
    this.flush(frame);
    if (frame.known || frame.level !== 'document') return;
    if (parent === undefined) {
      this.#classify(frame);
    } else if (frame.name !== undefined) {
      parent.members.set(frame.name, objectText(frame));
      parent.incomplete ||= frame.incomplete;
    }
  }

  #classify(frame: ObjectFrame): void {
    const session = this.#session;
    if (frame.members.size === 0 && !frame.incomplete) return;
    const signal = bareSignal(frame.members);
    if (signal !== undefined && !frame.incomplete) {
      session.recognise();
      const context = { resource: this.#resource(frame), scope: this.#scope(frame), origin: frame.origin };
      this.#addText(signal, objectText(frame), context);
    } else if (!this.#foreign(frame)) {
      session.warn('OTLP_UNKNOWN_DOCUMENT', unknownDocument([...frame.members.keys()]), frame.origin);
    }
  }

  #foreign(frame: ObjectFrame): boolean {
    const { onForeign } = this.#session;
    if (onForeign === undefined || frame.incomplete) return false;
    let value: unknown;
    try {
      value = parseJson(objectText(frame));
    } catch {
      return false;
    }
    const taken = onForeign(value as Readonly<Record<string, unknown>>, frame.origin);
    if (taken) this.#session.recognise();
    return taken;
  }

  #addText(signal: Signal, text: string, context: { resource: Resource; scope: Scope; origin: RecordOrigin }): void {
    let wire: unknown;
    try {
      wire = parseWire(text);
    } catch {
      this.#session.lose(signal, 'it is not valid JSON', context.origin);
      return;
    }
    this.#session.add(signal, wire, context);
  }

  /** Of which spans their scope and resource tell; what has not been read yet may tell of any later. */
  #kindsAround(scope: ObjectFrame, telling: TellingIndex): KindSet {
    const texts = [member(scope, DESCRIBING.scope), member(scope.resourceFrame ?? scope, DESCRIBING.resource)];
    return texts.reduce((kinds: KindSet, text) => kinds | this.#kindsOf(text, telling), NO_KIND);
  }

  #kindsOf(text: string | undefined, telling: TellingIndex): KindSet {
    if (text === undefined) return ALL_KINDS;
    let kinds = this.#kinds.get(text);
    if (kinds === undefined) {
      kinds = telling.ofText(text);
      if (this.#kinds.size >= REMEMBERED) this.#kinds.clear();
      this.#kinds.set(ownCopy(text), kinds);
    }
    return kinds;
  }

  #resource(frame: ObjectFrame): Resource {
    return this.#remember(this.#resources, frame, DESCRIBING.resource, decodeResource);
  }

  #scope(frame: ObjectFrame): Scope {
    return this.#remember(this.#scopes, frame, DESCRIBING.scope, decodeScope);
  }

  #remember<T>(
    known: Map<string, T>,
    frame: ObjectFrame,
    names: readonly string[],
    decode: (wire: unknown, schemaUrl: unknown, report: Report) => T,
  ): T {
    const text = member(frame, names) ?? 'null';
    const url = member(frame, DESCRIBING.schemaUrl) ?? 'null';
    const key = `${text}\n${url}`;
    let value = known.get(key);
    if (value === undefined) {
      value = decode(this.#parse(text, frame), this.#parse(url, frame), this.#session.reportAt(frame.origin));
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, value);
    }
    return value;
  }

  #parse(text: string, frame: ObjectFrame): unknown {
    try {
      return parseWire(text);
    } catch {
      this.#session.warn(
        'OTLP_RESOURCE_UNREADABLE',
        'a resource or scope is not valid JSON and was left out',
        frame.origin,
      );
      return null;
    }
  }
}

function member(frame: ObjectFrame, names: readonly string[]): string | undefined {
  const name = names.find((candidate) => frame.members.has(candidate));
  return name === undefined ? undefined : frame.members.get(name);
}

/** The same text without the piece of the input that it was cut out of, which a part of a string keeps in memory. */
function ownCopy(text: string): string {
  return `${text}\n`.slice(0, -1);
}

function objectText(frame: ObjectFrame): string {
  return `{${[...frame.members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

const NOT_PRINTABLE = /[^\x20-\x7e]/g;
const SHOWN = 6;

/** Says that an object is no OTLP, with the first of its keys made fit for a terminal. */
export function unknownDocument(keys: readonly string[]): string {
  const shown = keys.slice(0, SHOWN).map((key) => `"${key.slice(0, 40).replace(NOT_PRINTABLE, '?')}"`);
  const more = keys.length > SHOWN ? ', ...' : '';
  return `a JSON object has none of the members of OTLP (resourceSpans, resourceLogs, ...); its keys are ${shown.join(', ')}${more}`;
}
