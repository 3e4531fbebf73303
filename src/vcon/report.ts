/** One thing that validation found. */
export interface Finding {
  /** Stable name of the kind. */
  readonly code: string;
  /** JSON pointer (RFC 6901) to the value that it is about; empty for the whole vCon. */
  readonly path: string;
  /** In plain words. It may quote the vCon, with JSON's escapes. */
  readonly message: string;
}

/** What validation found, each list in the order of the vCon's parts. */
export interface ValidationReport {
  /** There are no errors. */
  readonly valid: boolean;
  /** What a MUST of core or of the tool-invocation draft forbids. */
  readonly errors: readonly Finding[];
  /** What a SHOULD advises against, and what only older versions had. */
  readonly warnings: readonly Finding[];
  /** What is legal and worth a look: above all, events that do not follow the draft's state model. */
  readonly observations: readonly Finding[];
}

/** How grave a finding is; {@link ValidationReport} says what each means. */
export type FindingLevel = 'error' | 'warning' | 'observation';

/** Receives findings while a vCon is checked. */
export type Find = (level: FindingLevel, code: string, path: string, message: string) => void;

/** Collects findings into a report; the same finding counts once. */
export class ReportBuilder {
  readonly #found: Readonly<Record<FindingLevel, Map<string, Finding>>> = {
    error: new Map(),
    warning: new Map(),
    observation: new Map(),
  };

  readonly find: Find = (level, code, path, message) => {
    this.#found[level].set(`${code} ${path} ${message}`, { code, path, message });
  };

  /** The report of what was found until now. */
  build(): ValidationReport {
    const { error, warning, observation } = this.#found;
    return {
      valid: error.size === 0,
      errors: [...error.values()],
      warnings: [...warning.values()],
      observations: [...observation.values()],
    };
  }
}
