import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What must be true of one parameter: a value (equal, a text that is JSON counts as its value), or one of these. */
export type Expected =
  | unknown
  | { $absent: true }
  | { $matches: string }
  | { $one_of: unknown[] }
  | { $none_of: unknown[] }
  | { $or_absent: unknown };

/** Expected parameters of an event by name, and `party_name`. Parameters that are not named may be anything. */
export type EventPattern = Readonly<Record<string, Expected>>;

/** One operation: all of its events in order, or one of the other lists that are right as well. */
export interface ExpectedOperation {
  readonly happened?: string;
  readonly events: readonly EventPattern[];
  readonly or?: readonly (readonly EventPattern[])[];
  /** The telemetry does not show the operation clearly: it may be missing. */
  readonly optional?: true;
}

/** Input files that are converted together, and what must come out. */
export interface CaseRun {
  readonly inputs: readonly string[];
  readonly args?: readonly string[];
  /** Default 0. */
  readonly exit?: number;
  /** All operations. */
  readonly operations?: readonly ExpectedOperation[];
  /** All standing decisions. Default none. */
  readonly standing?: readonly EventPattern[];
  /** All parties by name. */
  readonly parties?: readonly string[];
  readonly stderr?: readonly string[];
  readonly text_present?: readonly string[];
  readonly text_absent?: readonly string[];
  readonly text_absent_in_events?: readonly string[];
  /** Any order of the lines gives the same vCons. */
  readonly any_line_order?: true;
}

export interface Case {
  readonly name: string;
  readonly folder: string;
  readonly title: string;
  readonly why: string;
  /** The emitter is not known yet. */
  readonly awaits_mapping?: true;
  readonly runs: readonly CaseRun[];
}

/** The cases of one folder of `test/fixtures/cases`. */
export function readCases(group: string): Case[] {
  const root = fileURLToPath(new URL(`../fixtures/cases/${group}/`, import.meta.url));
  return readdirSync(root)
    .filter((name) => existsSync(`${root}${name}/case.json`))
    .sort()
    .map((name) => {
      const content = JSON.parse(readFileSync(`${root}${name}/case.json`, 'utf8')) as Omit<Case, 'name' | 'folder'>;
      return { name, folder: `${root}${name}/`, ...content };
    });
}
