import { parseJson, type RecordOrigin, type Resource, type Scope } from '../telemetry/index.js';
import { bareSignal, DESCRIBING, isDescribing } from './envelope.js';
import type { ObjectFrame } from './frames.js';
import { parseWire } from './lenient-json.js';
import type { ReadSession } from './read-session.js';
import { decodeResource, decodeScope, type Signal } from './record-decoder.js';
import type { Report } from './scalar.js';
import { skimSpan } from './skim-span.js';

/** Resources and scopes repeat from batch to batch; this many texts of each are remembered. */
const REMEMBERED = 256;

/** JSON texts that describe nothing. */
const EMPTY: ReadonlySet<string> = new Set(['""', 'null', '{}']);

/** A record as it was cut out of the input. */
export interface RawRecord {
  readonly signal: Signal;
  readonly value: Uint8Array;
  /** It has one of the telling texts. */
  readonly told: boolean;
  readonly origin: RecordOrigin;
}

/** Puts records together with the resource and the scope that describe them, and tells what a finished document is. */
export class RecordAssembler {
  readonly #session: ReadSession;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #resources = new Map<string, Resource>();
  readonly #scopes = new Map<string, Scope>();

  constructor(session: ReadSession) {
    this.#session = session;
  }

  /** A record was read; `scope` is the object whose records it belongs to. */
  record({ signal, value, told, origin }: RawRecord, scope: ObjectFrame): void {
    const skim = signal === 'span' && !told && this.#session.telling.length > 0 && !this.#isTelling(scope);
    const text = (skim ? skimSpan(value) : undefined) ?? this.#decoder.decode(value);
    const frame = scope.resourceFrame ?? scope;
    frame.held.push({ signal, text, scope, origin });
    frame.heldBytes += value.length;
    if (frame.streaming || frame.heldBytes > this.#session.limits.batchBytes) {
      frame.streaming = true;
      this.flush(frame);
    }
  }

  /** An ordinary member of an envelope object was read. */
  member(frame: ObjectFrame, name: string, value: Uint8Array, origin: RecordOrigin): void {
    frame.bytes += value.length;
    if (frame.bytes > this.#session.limits.recordBytes) {
      frame.incomplete = true;
      this.#session.tooLarge(frame.bytes, origin);
      return;
    }
    const text = this.#decoder.decode(value);
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
    for (const { signal, text, scope, origin } of held) {
      if (current?.frame !== scope) current = { frame: scope, scope: this.#scope(scope) };
      scope.used = true;
      this.#addText(signal, text, { resource, scope: current.scope, origin });
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

  /** Whether the scope says that its spans are to be parsed; one that has not been read yet may say so later. */
  #isTelling(scope: ObjectFrame): boolean {
    const text = member(scope, DESCRIBING.scope);
    return text === undefined || this.#session.telling.some((telling) => text.includes(`"${telling}`));
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
