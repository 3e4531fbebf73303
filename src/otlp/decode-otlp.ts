import {
  OtelVconError,
  type RecordOrigin,
  type Resource,
  type Scope,
  type TelemetryRecord,
} from '../telemetry/index.js';
import { bareSignal, type Container, containerOf, DESCRIBING, type Level } from './envelope.js';
import type { ReadOtlpOptions } from './read-options.js';
import { ReadSession } from './read-session.js';
import { unknownDocument } from './record-assembler.js';
import { decodeResource, decodeScope } from './record-decoder.js';

const ADVICE = 'Give parsed OTLP/JSON: an object with resourceSpans or resourceLogs, or an array of such';

type Wire = Readonly<Record<string, unknown>>;

/**
 * Decodes OTLP/JSON that was parsed already (the body of an OTLP/HTTP request, the body of an Analysis object): a request, an array of
 * them, or any part of one without its wrapper, as leniently as `readOtlp`. Integers beyond 2^53 keep their digits when the parser
 * kept them (as text or `bigint`).
 *
 * @throws OtelVconError `OTLP_UNKNOWN_DOCUMENT` when the value is no OTLP; its keys are named.
 */
export function decodeOtlp(
  value: unknown,
  options: Omit<ReadOtlpOptions, 'onForeign' | 'telling' | 'skimAfter'> = {},
): readonly TelemetryRecord[] {
  const session = new ReadSession(options);
  const walk = new Walk(session);
  for (const document of Array.isArray(value) ? value : [value]) {
    if (!isWire(document))
      throw new OtelVconError('OTLP_UNKNOWN_DOCUMENT', 'the value is no JSON object', {
        origin: walk.origin,
        advice: ADVICE,
      });
    walk.object('document', document);
  }
  return session.take();
}

class Walk {
  readonly #session: ReadSession;
  readonly origin: RecordOrigin;

  constructor(session: ReadSession) {
    this.#session = session;
    this.origin = { source: session.source };
  }

  object(level: Level, wire: Wire, resource = this.#resource(wire)): void {
    const containers = Object.entries(wire).flatMap(([name, value]): [string, Container, unknown][] => {
      const container = containerOf(level, name);
      return container === undefined ? [] : [[name, container, value]];
    });
    for (const [name, container, value] of containers) this.#container(name, container, value, wire, resource);
    if (level === 'document' && containers.length === 0) this.#bare(wire, resource);
  }

  #container(name: string, container: Container, value: unknown, owner: Wire, resource: Resource): void {
    if (container.holds === 'other') {
      this.#session.inform('OTLP_OTHER_SIGNAL', `"${name}" was skipped: only traces and logs are read`, this.origin);
      return;
    }
    const scope = container.holds === 'records' ? this.#scope(owner) : undefined;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (scope !== undefined && container.holds === 'records') {
        this.#session.add(container.signal, item, { resource, scope, origin: this.origin });
      } else if (isWire(item) && container.holds !== 'records') {
        if (container.holds === 'scope') this.object('scope', item, resource);
        else this.object(container.holds, item);
      }
    }
  }

  #bare(wire: Wire, resource: Resource): void {
    const names = Object.keys(wire);
    const signal = bareSignal(new Set(names));
    if (signal === undefined) {
      throw new OtelVconError('OTLP_UNKNOWN_DOCUMENT', unknownDocument(names), { origin: this.origin, advice: ADVICE });
    }
    this.#session.add(signal, wire, { resource, scope: this.#scope({}), origin: this.origin });
  }

  #resource(wire: Wire): Resource {
    return decodeResource(
      first(wire, DESCRIBING.resource),
      first(wire, DESCRIBING.schemaUrl),
      this.#session.reportAt(this.origin),
    );
  }

  #scope(wire: Wire): Scope {
    return decodeScope(
      first(wire, DESCRIBING.scope),
      first(wire, DESCRIBING.schemaUrl),
      this.#session.reportAt(this.origin),
    );
  }
}

function first(wire: Wire, names: readonly string[]): unknown {
  const name = names.find((candidate) => Object.hasOwn(wire, candidate));
  return name === undefined ? undefined : wire[name];
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
