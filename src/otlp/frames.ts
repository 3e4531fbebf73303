import type { RecordOrigin, Resource } from '../telemetry/index.js';
import type { Level } from './envelope.js';
import type { Signal } from './record-decoder.js';
import type { SkimmedSpan } from './skim-span.js';

/** A record that waits for what describes it. */
export interface HeldRecord {
  readonly signal: Signal;
  /** The JSON text, or what was read of a span that need not be read in full. */
  readonly content: string | SkimmedSpan;
  readonly scope: ObjectFrame;
  readonly origin: RecordOrigin;
}

/** An envelope object that is being read. */
export interface ObjectFrame {
  readonly kind: 'object';
  readonly level: Level;
  readonly origin: RecordOrigin;
  /** Name of the member whose value it is, when it is one. */
  readonly name: string | undefined;
  /** The object with the `resource` that describes it; undefined when it is that object itself. */
  readonly resourceFrame: ObjectFrame | undefined;
  /** Members that are no containers, as JSON text. */
  readonly members: Map<string, string>;
  /** Bytes of `members`. */
  bytes: number;
  /** A container was seen: it is OTLP. */
  known: boolean;
  /** A member was too large to keep. */
  incomplete: boolean;
  held: HeldRecord[];
  heldBytes: number;
  /** Too much was held: records are passed on at once, described by what is known so far. */
  streaming: boolean;
  /** Records that it describes were passed on. */
  used: boolean;
  /** The decoded resource, once it was used. */
  resource: Resource | undefined;
}

/** An array that is being read: of envelope objects or of records. */
export interface ArrayFrame {
  readonly kind: 'array';
  readonly holds: Level | 'records';
  readonly signal: Signal;
  readonly origin: RecordOrigin;
  /** The object that it is a member of; undefined for a top-level array. */
  readonly owner: ObjectFrame | undefined;
}

/** An object or array around what is being read. */
export type Frame = ObjectFrame | ArrayFrame;

/** A new frame for an object of that level within `owner`. */
export function objectFrame(
  level: Level,
  origin: RecordOrigin,
  owner?: ObjectFrame | undefined,
  name?: string | undefined,
): ObjectFrame {
  return {
    kind: 'object',
    level,
    origin,
    name,
    resourceFrame: level === 'scope' ? owner : undefined,
    members: new Map(),
    bytes: 0,
    known: false,
    incomplete: false,
    held: [],
    heldBytes: 0,
    streaming: false,
    used: false,
    resource: undefined,
  };
}
