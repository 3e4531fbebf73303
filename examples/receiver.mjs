// A receiver of OTLP/HTTP with JSON, as small as it can be, and a printer of what it received.
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** Starts a receiver on a free port. `spans` holds what came. */
export async function startReceiver() {
  const spans = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      spans.push(...spansOf(JSON.parse(text.toString('utf8'))));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${server.address().port}`, spans, close: () => server.close() };
}

/** The spans of a TracesData. */
export function spansOf({ resourceSpans = [] }) {
  return resourceSpans.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap((scope) => scope.spans ?? []));
}

/** Spans of one trace as a tree, with their span events. */
export function printTree(spans) {
  const byStart = (a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano));
  const children = (parent) =>
    spans.filter(({ parentSpanId }) => (parentSpanId ?? '') === (parent?.spanId ?? '')).sort(byStart);
  const print = (span, indent) => {
    const millis = Number((BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000_000n);
    console.log(`${indent}${span.name}  ${millis} ms${span.status?.code === 2 ? '  ERROR' : ''}`);
    for (const event of span.events ?? []) console.log(`${indent}  . ${event.name}`);
    for (const child of children(span)) print(child, `${indent}  `);
  };
  for (const root of children(undefined)) print(root, '');
}
