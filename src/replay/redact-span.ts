import type { Redactor } from '../bridge/index.js';
import type { SpanRecord } from '../telemetry/index.js';

/** A span with credentials taken out of every text that an application can write: names, attributes, messages. */
export function redactSpan(span: SpanRecord, redactor: Redactor): SpanRecord {
  const { traceState, status, resource, scope } = span;
  return {
    ...span,
    ...(traceState !== undefined && { traceState: redactor.text(traceState) }),
    name: redactor.text(span.name),
    attributes: redactor.attributes(span.attributes),
    events: span.events.map((event) => ({
      ...event,
      name: redactor.text(event.name),
      attributes: redactor.attributes(event.attributes),
    })),
    links: span.links.map((link) => ({
      ...link,
      ...(link.traceState !== undefined && { traceState: redactor.text(link.traceState) }),
      attributes: redactor.attributes(link.attributes),
    })),
    status: status.message === undefined ? status : { ...status, message: redactor.text(status.message) },
    resource: { ...resource, attributes: redactor.attributes(resource.attributes) },
    scope: scope.attributes === undefined ? scope : { ...scope, attributes: redactor.attributes(scope.attributes) },
  };
}
