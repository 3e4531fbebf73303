import { OtelVconError } from '../telemetry/index.js';

/**
 * How much of the content of a tool's events is recorded: `full`; `redacted`, its encoding and media type only, the form of a redacted vCon
 * (draft section 10); `hash`, its content_hash and media type; or `none`.
 */
export type Capture = 'full' | 'redacted' | 'hash' | 'none';

/** What is captured of whose content. Arguments, results and messages are content; who did what, when, and decisions are not. */
export interface CaptureOptions {
  /** For tools that are not named. Default `full`. */
  readonly default?: Capture;
  /** By the tool's name. An event whose tool is not known gets the least of all. */
  readonly tools?: Readonly<Record<string, Capture>>;
}

/** From least to most. */
const CAPTURES: readonly Capture[] = ['none', 'hash', 'redacted', 'full'];

/**
 * What users set for all GenAI instrumentations (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, GenAI semantic conventions): unset,
 * each instrumentation decides; set, nobody records more than it says.
 */
export const CAPTURE_VARIABLE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';

/** Decides how much is captured. */
export class CapturePolicy {
  readonly #default: Capture;
  readonly #tools: ReadonlyMap<string, Capture>;
  readonly #least: Capture;
  readonly #allowed: { readonly span: boolean; readonly log: boolean };

  /** @throws OtelVconError `invalid-options` for an unknown value. */
  constructor({ default: general = 'full', tools = {} }: CaptureOptions, variable: string | undefined) {
    const values = [general, ...Object.values(tools)];
    const wrong = values.find((value) => !CAPTURES.includes(value));
    if (wrong !== undefined) {
      throw new OtelVconError('invalid-options', `\`capture\` is ${JSON.stringify(wrong)}`, {
        advice: `Give one of ${CAPTURES.join(', ')}`,
      });
    }
    this.#default = general;
    this.#tools = new Map(Object.entries(tools));
    this.#least = CAPTURES.find((value) => values.includes(value)) ?? 'none';
    this.#allowed = allowedBy(variable);
  }

  /** Whether everything is captured in full. */
  get isFull(): boolean {
    return this.#least === 'full' && this.#allowed.span && this.#allowed.log;
  }

  /** For content of a tool that was told by a span or by a log record. */
  of(tool: string | undefined, source: 'span' | 'log'): Capture {
    if (!this.#allowed[source]) return 'none';
    return tool === undefined ? this.#least : (this.#tools.get(tool) ?? this.#default);
  }
}

function allowedBy(variable = ''): { readonly span: boolean; readonly log: boolean } {
  switch (variable.trim().toLowerCase()) {
    case 'false':
    case 'no_content':
      return { span: false, log: false };
    case 'span_only':
      return { span: true, log: false };
    case 'event_only':
      return { span: false, log: true };
    default:
      return { span: true, log: true };
  }
}
