import { type ContentRules, createRedactor, recordedContent } from '../bridge/index.js';
import type { CallFacts, MappedRecord, Signal, SignalContent } from '../mapping/index.js';
import { type NoticeSink, stringifyJson } from '../telemetry/index.js';
import { type Content, contentHash, fromBase64 } from '../vcon/index.js';
import { CAPTURE_VARIABLE, CapturePolicy } from './content-capture.js';
import type { ResolvedProcessorOptions } from './options.js';
import type { PendingContent } from './pending-content.js';

/**
 * Applies to a mapped record what may be kept of content: credentials and what the application's `redact` takes out are gone, tools are captured
 * as configured, large content is in the store. After it nothing that may not be kept is in the record, so that it can be written to disk.
 */
export class ContentControl {
  readonly #policy: CapturePolicy;
  readonly #rules: ContentRules;
  readonly #store: PendingContent | undefined;

  constructor(policy: CapturePolicy, rules: ContentRules, store: PendingContent | undefined) {
    this.#policy = policy;
    this.#rules = rules;
    this.#store = store;
  }

  /** The record with what may be kept. */
  apply(record: MappedRecord): MappedRecord {
    const { span } = record;
    const source = span === undefined ? 'log' : 'span';
    // The signals of a record share what they say of the call, and go on doing so.
    const calls = new Map<CallFacts, CallFacts>();
    const callOf = (call: CallFacts): CallFacts => {
      const known = calls.get(call) ?? this.#call(call, source);
      calls.set(call, known);
      return known;
    };
    return {
      ...record,
      signals: record.signals.map((signal) => this.#signal(signal, source, callOf)),
      ...(span?.call !== undefined && { span: { ...span, call: callOf(span.call) } }),
    };
  }

  #signal(signal: Signal, source: 'span' | 'log', callOf: (call: CallFacts) => CallFacts): Signal {
    const { content, parameters, decision, ...rest } = signal;
    const kept = content && this.#content(content, signal, source);
    const reason = decision?.reason;
    return {
      ...rest,
      call: callOf(signal.call),
      ...(kept !== undefined && { content: kept }),
      ...(parameters !== undefined && { parameters: this.#rules.redactor?.attributes(parameters) ?? parameters }),
      ...(decision !== undefined && {
        decision:
          reason === undefined ? decision : { ...decision, reason: this.#rules.redactor?.text(reason) ?? reason },
      }),
    };
  }

  #content(content: SignalContent, signal: Signal, source: 'span' | 'log'): SignalContent | undefined {
    const { tool } = signal.call;
    const capture = this.#policy.of(tool, source);
    if (capture === 'none') return undefined;
    const type = `tool-${signal.kind}`;
    const recorded = recordedContent(content, this.#rules, type, tool);
    if (capture === 'full') return toSignalContent(this.#stored(recorded));
    const { encoding, mediatype, body, content_hash: hash } = recorded;
    const kept = { ...(mediatype !== undefined && { mediatype }) };
    if (capture === 'hash') {
      const known = body === undefined ? hash : contentHash(bytesOf(recorded));
      return toSignalContent({ ...kept, ...(known !== undefined && { content_hash: known }) });
    }
    return toSignalContent({ ...kept, ...(encoding !== undefined && { encoding }) });
  }

  /** Large content goes to the store. */
  #stored(content: Content): Content {
    if (this.#store === undefined || content.body === undefined) return content;
    const { mediatype } = content;
    const stored = this.#store.keep(bytesOf(content));
    return stored === undefined ? content : { ...stored, ...(mediatype !== undefined && { mediatype }) };
  }

  /** Arguments are kept to compare calls, where they may be kept at all. */
  #call(call: CallFacts, source: 'span' | 'log'): CallFacts {
    const { arguments: args, ...rest } = call;
    if (args === undefined || this.#policy.of(call.tool, source) !== 'full') return rest;
    const { body } = recordedContent({ value: args }, this.#rules, 'tool-invocation', call.tool);
    return body === undefined ? rest : { ...rest, arguments: body };
  }
}

/**
 * The content control for some options; `undefined` when the bridge's own does all that is asked.
 *
 * @throws OtelVconError `invalid-options` for an unknown capture.
 */
export function createContentControl(
  options: ResolvedProcessorOptions,
  store: PendingContent | undefined,
  onNotice: NoticeSink,
): ContentControl | undefined {
  const { capture = {}, journal, bridge = {} } = options;
  const policy = new CapturePolicy(capture, environment(CAPTURE_VARIABLE));
  if (policy.isFull && store === undefined && journal === undefined) return undefined;
  const { content: record = true, redactCredentials = true, redactKeys: keys = [], redact } = bridge;
  const rules: ContentRules = {
    record,
    ...(redactCredentials && { redactor: createRedactor({ keys }) }),
    ...(redact !== undefined && { hook: redact }),
    onHookError: () => onNotice({ code: 'redact-failed', level: 'warning', message: HOOK_FAILED }),
  };
  return new ContentControl(policy, rules, store);
}

const HOOK_FAILED = 'the option `redact` threw, so the content was left out';

/** An environment variable, where there is an environment. */
function environment(name: string): string | undefined {
  return typeof process === 'object' ? process.env[name] : undefined;
}

function toSignalContent({ body, encoding, mediatype, url, content_hash }: Content): SignalContent {
  return {
    ...(body !== undefined && { value: body }),
    ...(encoding !== undefined && { encoding }),
    ...(mediatype !== undefined && { mediatype }),
    ...(url !== undefined && { url }),
    ...(content_hash !== undefined && { contentHash: content_hash }),
  };
}

/** The bytes that content stands for: those it encodes, else its text, else its JSON text. */
function bytesOf({ body, encoding }: Content): Uint8Array {
  const bytes = encoding === 'base64url' && typeof body === 'string' ? fromBase64(body) : undefined;
  if (bytes !== undefined) return bytes;
  return new TextEncoder().encode(encoding === 'none' && typeof body === 'string' ? body : stringifyJson(body));
}
