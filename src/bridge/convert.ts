import { builtinMapper, compileMappings, type MappedRecord, type Mapper } from '../mapping/index.js';
import {
  type Notice,
  type NoticeCount,
  NoticeCounter,
  type SpanRecord,
  type TelemetryRecord,
  type TellingText,
} from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import { Bridge, type BuiltVcon } from './bridge.js';
import { Closer, type ClosingRules } from './closing.js';
import type { BridgeOptions } from './options.js';
import { isReplayed, REPLAYED, ReplayedReader } from './replayed/index.js';

/** Options of a {@link Converter}. */
export interface ConverterOptions extends BridgeOptions {
  /** Mapping files of one's own, as parsed JSON. They are tried by their `order` among the built-in ones. */
  readonly mappings?: readonly unknown[];
  /** A mapper that was made before; `mappings` is then not looked at. */
  readonly mapper?: Mapper;
  /** What `closed` closes. Default: nothing, all conversations are open until the end. */
  readonly closing?: ClosingRules;
}

/** A mapper and a bridge put together: records in, vCons out. */
export class Converter {
  readonly #mapper: Mapper;
  readonly #bridge: Bridge;
  readonly #closer: Closer;
  readonly #counter = new NoticeCounter();
  readonly #reader = new ReplayedReader((notice) => this.#notice(notice));
  #replayed: Vcon[] = [];
  readonly #forward: ((notice: Notice) => void) | undefined;

  /** @throws OtelVconError `BRIDGE_OPTION` for a wrong option, a MappingError for a wrong mapping file. */
  constructor(options: ConverterOptions = {}) {
    this.#forward = options.onNotice;
    const { mapper, mappings } = options;
    this.#mapper = mapper ?? (mappings === undefined ? builtinMapper() : compileMappings(mappings));
    const onNotice = (notice: Notice) => this.#notice(notice);
    this.#bridge = new Bridge({ ...options, onNotice });
    this.#closer = new Closer(this.#bridge, options.closing ?? {}, onNotice);
  }

  /**
   * Texts of which every span has one that anything is made of, for `telling` of `readOtlp`: with them the same vCons come of an input in
   * less time. `undefined` when a mapping of one's own matches spans that no text tells apart.
   */
  get telling(): readonly TellingText[] | undefined {
    const { telling } = this.#mapper;
    return telling && [...telling, { text: REPLAYED.marker }];
  }

  /** Takes one record; returns what the mappings made of it. Never throws. */
  add(record: TelemetryRecord): MappedRecord {
    if (record.signal === 'span' && isReplayed(record)) return this.#addReplayed(record);
    const mapped = this.#mapper.map(record);
    this.addMapped(mapped, record);
    return mapped;
  }

  /** Takes a record that was mapped elsewhere, with the record it came from where there is one. */
  addMapped(mapped: MappedRecord, record?: TelemetryRecord): void {
    for (const remark of mapped.remarks) this.#notice({ ...remark, ...placeOf(record) });
    this.#bridge.add(mapped);
    this.#closer.note(record?.signal === 'log' ? record.time : record?.endTime);
  }

  /** The vCons that are complete although more records may come: those that were replayed, and what the option `closing` closes. */
  closed(): BuiltVcon[] {
    return [...this.#closer.close(), ...this.#takeReplayed()];
  }

  /** Closes all conversations and returns their vCons. */
  finish(): BuiltVcon[] {
    return [...this.drain()];
  }

  /** As {@link finish}, but makes each vCon when it is asked for, so that not all of them have to be in memory. */
  *drain(): Generator<BuiltVcon> {
    yield* this.#bridge.drain();
    this.#replayed.push(...this.#reader.finish());
    yield* this.#takeReplayed();
  }

  /** What was noticed so far, counted by kind. */
  get notices(): readonly NoticeCount[] {
    return this.#counter.counts();
  }

  /** A span that was made from a vCon gives that vCon back (docs/round-trip.md); no mapping has to guess. */
  #addReplayed(span: SpanRecord): MappedRecord {
    const vcon = this.#reader.add(span);
    if (vcon !== undefined) this.#replayed.push(vcon);
    return { emitter: 'otel-vcon', rules: ['replayed'], signals: [], remarks: [] };
  }

  #takeReplayed(): BuiltVcon[] {
    const replayed = this.#replayed;
    this.#replayed = [];
    return replayed.map((vcon) => this.#bridge.given(vcon));
  }

  #notice(notice: Notice): void {
    this.#counter.add(notice);
    this.#forward?.(notice);
  }
}

function placeOf(record: TelemetryRecord | undefined): Partial<Notice> {
  if (record === undefined) return {};
  const { origin, traceId, spanId } = record;
  return {
    ...(origin === undefined ? {} : { origin }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(spanId === undefined ? {} : { spanId }),
  };
}
