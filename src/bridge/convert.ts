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
import type { BridgeOptions } from './options.js';
import { isReplayed, REPLAYED, ReplayedReader } from './replayed/index.js';

/** Options of a {@link Converter}. */
export interface ConverterOptions extends BridgeOptions {
  /** Mapping files of one's own, as parsed JSON. They are tried by their `order` among the built-in ones. */
  readonly mappings?: readonly unknown[];
  /** A mapper that was made before; `mappings` is then not looked at. */
  readonly mapper?: Mapper;
}

/** A mapper and a bridge put together: records in, vCons out. */
export class Converter {
  readonly #mapper: Mapper;
  readonly #bridge: Bridge;
  readonly #counter = new NoticeCounter();
  readonly #reader = new ReplayedReader((notice) => this.#notice(notice));
  readonly #replayed: Vcon[] = [];
  readonly #forward: ((notice: Notice) => void) | undefined;

  /** @throws OtelVconError `BRIDGE_OPTION` for a wrong option, a MappingError for a wrong mapping file. */
  constructor(options: ConverterOptions = {}) {
    this.#forward = options.onNotice;
    const { mapper, mappings } = options;
    this.#mapper = mapper ?? (mappings === undefined ? builtinMapper() : compileMappings(mappings));
    this.#bridge = new Bridge({ ...options, onNotice: (notice) => this.#notice(notice) });
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
  }

  /** Closes all conversations and returns their vCons. */
  finish(): BuiltVcon[] {
    const replayed = [...this.#replayed, ...this.#reader.finish()];
    return [...this.#bridge.finish(), ...replayed.map((vcon) => this.#bridge.given(vcon))];
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
