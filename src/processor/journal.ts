import type { BuiltVcon } from '../bridge/index.js';
import type { MappedRecord } from '../mapping/index.js';
import type { VconEvent } from '../vcon/index.js';

/** The vCon that a conversation, or a part of it, is written to. */
export interface JournalMark {
  readonly key: string;
  readonly part: number;
  readonly uuid: string;
  readonly createdAt: string;
  /** Standing decisions at its start that were made in an earlier part (draft section 4.1). */
  readonly carried: readonly VconEvent[];
}

/** Parts of what is open that were closed together, and the vCons that they gave. */
export interface JournalClose {
  readonly number: number;
  /** As the bridge told them: each list was closed at once. */
  readonly lists: readonly (readonly string[])[];
}

/** All that a journal that begins anew has to know of the past. */
export interface JournalState {
  readonly records: Iterable<MappedRecord>;
  readonly marks: readonly JournalMark[];
  /** vCons that are closed and not yet durable, by the number of their close. */
  readonly unsettled: ReadonlyMap<number, readonly BuiltVcon[]>;
}

/** vCons that were completed from what a process left, and what to do when they are durable. */
export interface Recovered {
  readonly vcons: readonly BuiltVcon[];
  /** Removes what was left. */
  done(): Promise<void>;
}

/**
 * Keeps what the processor has accepted until it is in durable vCons, so that the end of the process loses none of it. What a method was given
 * is safe against the end of the process when it returns. Every method throws when it cannot do its work; the processor then goes on without.
 */
export interface Journal {
  /** Keeps a record, or the state of a span that has not ended. */
  append(record: MappedRecord): void;
  /** Keeps the identity of a vCon before it is first written. */
  mark(mark: JournalMark): void;
  /** Notes what was closed, after the marks of its vCons. */
  close(close: JournalClose): void;
  /** The vCons of a close are durable. */
  settle(number: number): void;
  /** Whether it has grown so much that it should begin anew. */
  isLong(): boolean;
  /** Begins anew with the present state; resolves when the past is forgotten. */
  restart(state: JournalState): Promise<void>;
  /** Makes what was kept survive a power cut as well. */
  sync(): Promise<void>;
  /** Closes it; `empty`: everything is durable, so that nothing of it needs to be left. */
  end(empty: boolean): Promise<void>;
  /** Completes the vCons of processes that ended without doing so. */
  recover(): AsyncIterable<Recovered>;
}
