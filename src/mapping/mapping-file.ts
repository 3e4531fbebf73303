import type { SignalKind } from './signal.js';

/**
 * The shape of a mapping file, as `mappings/mapping.schema.json` checks it and `mappings/README.md` explains it.
 *
 * A path names a value: an attribute key, or one of the roots that start with "@", or a JSON pointer into the current
 * element. A "#" and a JSON pointer after a root or key go into the value, through JSON text where there is some.
 */
export type Path = string;

export type Literal = string | number | boolean;

/** What a value must be. A literal, one of several literals, or all that the object says. */
export type Test =
  | Literal
  | readonly Literal[]
  | {
      readonly exists?: boolean;
      readonly prefix?: string;
      readonly suffix?: string;
      readonly contains?: string;
      readonly like?: string;
      readonly not?: Test;
    };

/** All members must hold: `all`, `any`, `not`, and tests by path. */
export interface Condition {
  readonly [path: Path]: Test | Condition | readonly Condition[];
}

/** Where a value comes from. Of a list the first that is present counts. */
export type Source = Path | SourceObject | readonly Source[];

export interface SourceObject {
  readonly when?: Condition;
  readonly from?: Source;
  readonly value?: Literal;
  readonly gather?: GatherTemplate;
  readonly peer?: PeerTemplate;
  readonly before?: string;
  readonly strip?: { readonly prefix?: TextTemplate; readonly suffix?: TextTemplate };
  readonly capture?: string;
  readonly ignore?: readonly string[];
  readonly table?: Readonly<Record<string, Literal>>;
  readonly json?: boolean;
  readonly pointer?: string;
}

/** A text, or its parts: literals and sources. */
export type TextTemplate = string | readonly (string | { readonly from: Source })[];

/** Attributes whose keys have a form (`code.function.parameters.*.value`) as one object. */
export interface GatherTemplate {
  readonly keys: string;
  readonly except?: readonly string[];
  readonly json?: boolean;
}

/** Elements of the JSON in a value. */
export interface Selection {
  readonly in: Source;
  readonly steps: readonly SelectionStep[];
}

export interface SelectionStep {
  /** JSON pointer in which `*` stands for every element. */
  readonly path: string;
  /** Only elements behind the last one that matches. */
  readonly after?: Condition;
  readonly where?: Condition;
  readonly unless?: UnlessTemplate;
  readonly take?: 'first' | 'last';
}

/** Leaves out elements that have a counterpart elsewhere. */
export interface UnlessTemplate extends Selection {
  readonly same: readonly SamePointers[];
}

/** The same pointer on both sides, or the element's and the other's. */
export type SamePointers = string | readonly [element: string, other: string];

/** The element that belongs to the current one, by equal values and rank. */
export interface PeerTemplate extends Selection {
  readonly same?: readonly SamePointers[];
  readonly pointer: string;
}

export interface ServerTemplate {
  readonly url?: Source;
  readonly name?: Source;
  readonly address?: Source;
  readonly port?: Source;
  readonly host?: Condition | true;
  /** What server.address, server.port and mcp.server.name say does not count. */
  readonly replace?: true;
}

export interface CallTemplate {
  readonly operationId?: Source;
  readonly attempt?: Source;
  readonly id?: Source;
  readonly requestId?: Source;
  readonly progressToken?: Source;
  readonly taskId?: Source;
  readonly tool?: Source;
  readonly server?: ServerTemplate;
  readonly protocol?: 'mcp';
  readonly observer?: 'agent' | 'provider';
  /** To compare calls; never recorded. */
  readonly arguments?: Source;
  /** The call goes on after it had waited. */
  readonly resumed?: Condition;
  /** The call that was requested below the record's span and has no span there. */
  readonly requested?: true;
}

export type ContentTemplate =
  | Path
  | {
      readonly value?: Source;
      readonly object?: Readonly<Record<string, Source>>;
      readonly mediatype?: Source;
      readonly encoding?: Source;
      readonly url?: Source;
      readonly contentHash?: Source;
    };

/** How an attempt ended; `none`: nothing is said. */
export type OutcomeKind = Exclude<SignalKind, 'decision' | 'invocation'> | 'none';

export interface OutcomeRow {
  readonly when: Condition;
  readonly kind: OutcomeKind;
  readonly content?: ContentTemplate;
}

export interface OutcomeTemplate {
  readonly result?: ContentTemplate;
  readonly noResult?: 'result' | 'none';
  /** What says besides the status that the call failed. */
  readonly failed?: Condition;
  readonly rows?: readonly OutcomeRow[];
  readonly error?: { readonly type?: Source; readonly message?: Source };
}

export interface DecisionRow {
  readonly when?: Condition;
  /** `none`: the value is known and is no decision. */
  readonly decision: 'allowed' | 'permission-required' | 'disallowed' | 'none' | { readonly from: Source };
  readonly life?: 'once' | 'standing' | { readonly from: Source };
  readonly answer?: 'granted' | 'refused' | 'standing' | { readonly from: Source };
  readonly operation?: Source;
  readonly reason?: Source;
  readonly presumed?: boolean;
}

/** When: the span's start or end, or that many milliseconds before the record's time. */
export type TimeTemplate = 'start' | 'end' | { readonly minus: Source };

export interface EmitTemplate {
  readonly kind: SignalKind | { readonly from: Source; readonly table: Readonly<Record<string, string>> };
  readonly when?: Condition;
  readonly at?: TimeTemplate;
  readonly call?: CallTemplate;
  /** Facts without which the signal is left out. */
  readonly needs?: readonly ('id' | 'tool' | 'requestId' | 'taskId')[];
  readonly content?: ContentTemplate;
  readonly decision?: readonly DecisionRow[];
  readonly parameters?: GatherTemplate;
}

/** What a rule is tried on. */
export type RuleTarget = 'span' | 'span-event' | 'log';

export interface MappingRule {
  readonly id: string;
  readonly on: RuleTarget | readonly RuleTarget[];
  readonly when?: Condition;
  /** For span events: only those behind the last event that matches. */
  readonly after?: Condition;
  /** The record is about this call. */
  readonly call?: CallTemplate;
  readonly invocation?: { readonly arguments?: ContentTemplate };
  readonly outcome?: OutcomeTemplate;
  readonly each?: Selection;
  readonly emit?: readonly EmitTemplate[];
  /** No later rule is tried on the record. */
  readonly stop?: boolean;
  /** Why nothing is made of the record. */
  readonly skip?: string;
}

/** Calls that a model asked for, one an element. */
export interface RequestsTemplate extends Selection {
  readonly call: Pick<CallTemplate, 'id' | 'tool' | 'arguments'>;
}

export interface ContextTemplate {
  readonly agent?: { readonly id?: Source; readonly name?: Source; readonly run?: Condition };
  readonly conversation?: Source;
  readonly time?: Source;
  readonly announces?: { readonly when: Condition; readonly server: ServerTemplate };
  /** The calls that a model asked for in the record's span, under the ids that it gave them. */
  readonly requests?: readonly RequestsTemplate[];
  readonly http?: {
    readonly when: Condition;
    readonly url?: Source;
    readonly status?: Source;
    readonly challenge?: Source;
  };
}

/** What a mapping can show when the emitter was told to record it. */
export type Shown = 'arguments' | 'results' | 'decisions' | 'agent' | 'conversation' | 'server' | 'call-id';

/** How the facts in a mapping are known; `proposed`: of a convention that is not agreed upon. */
export type MappingStatus = 'observed' | 'source' | 'documented' | 'unconfirmed' | 'proposed';

export interface MappingFile {
  readonly $schema?: string;
  readonly id: string;
  readonly title: string;
  readonly status: MappingStatus;
  readonly versions?: string;
  readonly shows: readonly Shown[];
  readonly notes?: readonly string[];
  /** Mappings are tried in this order; the first that matches takes the record. */
  readonly order: number;
  /** Applies besides the mapping that takes the record. */
  readonly additional?: boolean;
  readonly match: Condition;
  readonly context?: ContextTemplate;
  readonly rules: readonly MappingRule[];
}
