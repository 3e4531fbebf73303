import type { MappedRecord } from '../mapping/index.js';
import { compareTime, type HrTime, type Notice } from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import { assemble, unmatchedNotice } from './assembly.js';
import { beyond, type OpenLimits, oldest, type TotalLimits } from './bounds.js';
import { Bucket } from './bucket.js';
import { CutSpans } from './cut-spans.js';
import { withExceptions } from './exceptions.js';
import { trailOfVcon, underRules } from './given-vcon.js';
import { byFirstTime, type Group, groupRecords } from './grouping.js';
import { identifyCalls } from './identified-calls.js';
import { linked, linkedThatTell } from './linked-buckets.js';
import { type BridgeOptions, checkOptions, type GroupBy } from './options.js';
import { partPlain, plainGroups } from './plain-groups.js';
import { createRedactor } from './redaction/index.js';
import type { OperationTrail } from './trail.js';
import type { VconRules } from './vcon-object.js';
import { VconParts } from './vcon-parts.js';

/** A vCon that the bridge made. */
export interface BuiltVcon {
  readonly vcon: Vcon;
  /** What it is about: the same for each state of the same conversation. */
  readonly key: string;
  /** A conversation that goes on after its vCon was closed is continued in part 2, and so on. */
  readonly part: number;
  /** No more will come into this vCon. */
  readonly final: boolean;
  /** The operations, and what told of them. */
  readonly trail: readonly OperationTrail[];
}

/**
 * Takes what the mappings made of telemetry and makes vCons of it. It holds the open conversations, and is the one place that does.
 *
 * @example
 * const bridge = new Bridge();
 * for (const record of records) bridge.add(mapper.map(record));
 * for (const { vcon } of bridge.finish()) console.log(serializeVcon(vcon));
 */
export class Bridge {
  readonly #options: BridgeOptions;
  readonly #rules: VconRules;
  readonly #buckets = new Map<string, Bucket>();
  readonly #parts: VconParts;
  readonly #cutSpans = new CutSpans();
  #records = 0;
  #bytes = 0;
  /** How many records came so far. */
  #turn = 0;

  /** Told which parts of what is open were closed together. */
  onClose: ((ids: readonly string[]) => void) | undefined;

  /** @throws OtelVconError `BRIDGE_OPTION` when an option is not what it should be. */
  constructor(options: BridgeOptions = {}) {
    this.#options = checkOptions(options);
    this.#parts = new VconParts(options);
    this.#rules = {
      record: options.content ?? true,
      traceParameters: options.traceParameters ?? true,
      attachments: options.attachments ?? false,
      ...(options.redactCredentials === false ? {} : { redactor: createRedactor({ keys: options.redactKeys ?? [] }) }),
      ...(options.redact === undefined ? {} : { hook: options.redact }),
      onBadReference: () =>
        this.#notice({ code: 'BRIDGE_CONTENT_REFERENCE', level: 'warning', message: BAD_REFERENCE }),
      onHookError: () => this.#notice({ code: 'BRIDGE_REDACT_FAILED', level: 'warning', message: HOOK_FAILED }),
    };
  }

  /** Takes what the mappings made of one record. Never throws. */
  add(record: MappedRecord): void {
    if (record.span === undefined && record.exception === undefined && record.signals.length === 0) return;
    const id = Bucket.idOf(record);
    const rest = this.#cutSpans.rest(record);
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      bucket = new Bucket(id);
      this.#buckets.set(id, bucket);
    }
    const { size, bytes } = bucket;
    this.#turn += 1;
    bucket.add(rest, this.#turn);
    this.#records += bucket.size - size;
    this.#bytes += bucket.bytes - bytes;
  }

  /** The part of a record that was not written in an earlier vCon, which is what {@link add} takes of it. */
  rest(record: MappedRecord): MappedRecord {
    return this.#cutSpans.rest(record);
  }

  /** What is open, to be kept and added again elsewhere. */
  *records(): Generator<MappedRecord> {
    for (const bucket of this.#buckets.values()) yield* bucket.records();
  }

  /** The vCons of open conversations in which something changed since the last call. They stay open and keep their uuid. */
  changed(): BuiltVcon[] {
    const lists = linked(this.#buckets.values()).filter((list) => list.some(({ changed }) => changed));
    for (const list of lists) for (const bucket of list) bucket.changed = false;
    return lists.flatMap((list) => [...this.#build(list, false)]);
  }

  /**
   * Closes the conversations whose latest record is older than `before`, and returns their vCons. Those of `busy`, trace ids that
   * are known to go on, stay open.
   */
  closeIdle(before: HrTime, busy: ReadonlySet<string> = NONE): BuiltVcon[] {
    const idle = linked(this.#buckets.values()).filter((list) =>
      list.every((bucket) => isBefore(bucket.last, before) && !bucket.isAmong(busy)),
    );
    return idle.flatMap((list) => this.#close(list));
  }

  /** Closes what is open beyond the limits, those of `busy` last, and returns the vCons. */
  closeBeyond(limits: OpenLimits, busy: ReadonlySet<string> = NONE): BuiltVcon[] {
    return beyond(linked(this.#buckets.values()), limits, busy).flatMap((list) => this.#close(list));
  }

  /** Closes what is open beyond the limits, first what was longest without news, and returns the vCons. */
  closeOldest(limits: TotalLimits): BuiltVcon[] {
    return oldest(linked(this.#buckets.values()), limits).flatMap((list) => this.#close(list));
  }

  /** Closes what {@link onClose} was told of, in another bridge that was given the same records. */
  closeOnly(ids: readonly string[]): BuiltVcon[] {
    return this.#close(ids.flatMap((id) => this.#buckets.get(id) ?? []));
  }

  /** Closes all conversations and returns their vCons, in the order of their first events. */
  finish(): BuiltVcon[] {
    return [...this.drain()];
  }

  /** As {@link finish}, but makes each vCon when it is asked for, so that not all of them have to be in memory. */
  drain(): Generator<BuiltVcon> {
    return this.#closing([...this.#buckets.values()]);
  }

  /** A vCon that came as such, under the same rules for content as those that are made here. */
  given(vcon: Vcon): BuiltVcon {
    return {
      vcon: underRules(vcon, this.#rules),
      key: `vcon:${vcon.uuid}`,
      part: 1,
      final: true,
      trail: trailOfVcon(vcon),
    };
  }

  /** How many buckets (traces, or conversations without a trace) are open, how many records they hold, and about how many bytes of content. */
  get stats(): { readonly open: number; readonly records: number; readonly bytes: number } {
    return { open: this.#buckets.size, records: this.#records, bytes: this.#bytes };
  }

  #close(buckets: readonly Bucket[]): BuiltVcon[] {
    return [...this.#closing(buckets)];
  }

  *#closing(buckets: readonly Bucket[]): Generator<BuiltVcon> {
    for (const built of this.#build(buckets, true)) {
      yield built;
      this.#parts.close(built.key, built.part);
    }
    for (const bucket of buckets) {
      if (bucket.tells) this.#cutSpans.note(bucket.spans);
      this.#buckets.delete(bucket.id);
      this.#records -= bucket.size;
      this.#bytes -= bucket.bytes;
    }
    this.onClose?.(buckets.map(({ id }) => id));
  }

  *#build(buckets: readonly Bucket[], final: boolean): Generator<BuiltVcon> {
    const { groupBy = 'conversation' } = this.#options;
    const { plain, others } = partPlain(linkedThatTell(buckets));
    const groups = [...plainGroups(plain, groupBy), ...this.#groupsOf(others, groupBy)];
    for (const group of byFirstTime(groups)) yield* this.#buildGroup(group, final);
  }

  #groupsOf(buckets: readonly Bucket[], groupBy: GroupBy): Group[] {
    if (buckets.length === 0) return [];
    const told = withExceptions(buckets.flatMap((bucket) => [...bucket.records()]));
    const { records, tree, unmatched } = identifyCalls(told);
    for (const signal of unmatched) this.#notice(unmatchedNotice(signal));
    return groupRecords(records, tree, groupBy);
  }

  #buildGroup(group: Group, final: boolean): BuiltVcon[] {
    const { key, conversation } = group;
    const part = this.#parts.current(key);
    const carried = conversation === undefined ? [] : this.#parts.standing(conversation);
    const { vcon, standing, trail, notices } = assemble(group, part.head, this.#rules, carried);
    for (const notice of notices) this.#notice(notice);
    if (vcon === undefined) return [];
    this.#parts.open(key, part);
    if (final && conversation !== undefined) this.#parts.leave(conversation, standing);
    return [{ vcon, key, part: part.part, final, trail }];
  }

  #notice(notice: Notice): void {
    this.#options.onNotice?.(notice);
  }
}

const NONE: ReadonlySet<string> = new Set();

function isBefore(time: HrTime | undefined, before: HrTime): boolean {
  return time === undefined || compareTime(time, before) < 0;
}

const BAD_REFERENCE = 'a url of content that is not https, or that has no valid content_hash, was left out';
const HOOK_FAILED = 'the redact option threw, so the content was left out';
