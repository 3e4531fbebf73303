// OTLP/JSON Lines as the Collector's file exporter writes them: one request with one batch a line. The same number gives the same text.

const TOOLS = ['search_orders', 'read_file', 'query_database', 'send_message', 'list_events', 'create_ticket'];
const BATCH = 200;
const START = 1_790_000_000;

/**
 * Lines of about `bytes` bytes. `toolShare` is the share of spans that are tool calls; the others are what auto-instrumentation of a
 * web service writes.
 */
export function* lines(bytes, toolShare) {
  let written = 0;
  for (let batch = 0; written < bytes; batch += 1) {
    const spans = Array.from({ length: BATCH }, (_, index) => span(batch * BATCH + index, toolShare));
    const line = `${JSON.stringify(request(spans))}\n`;
    written += line.length;
    yield line;
  }
}

/** Ten spans in a row are of one trace, below the span of an agent; a trace is one conversation. */
function span(number, toolShare) {
  const isTool = Math.floor((number + 1) * toolShare) > Math.floor(number * toolShare);
  return isTool ? toolSpan(number) : SERVICE_SPANS[number % SERVICE_SPANS.length](number);
}

function request(spans) {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: [
            text('service.name', 'support-agent'),
            text('service.version', '4.2.0'),
            text('telemetry.sdk.language', 'nodejs'),
            text('telemetry.sdk.name', 'opentelemetry'),
            text('telemetry.sdk.version', '2.1.0'),
            text('host.name', 'worker-7f9c'),
          ],
        },
        scopeSpans: [{ scope: { name: 'support-agent', version: '4.2.0' }, spans }],
        schemaUrl: 'https://opentelemetry.io/schemas/1.37.0',
      },
    ],
  };
}

function head(number, name, kind) {
  const trace = Math.floor(number / 10);
  return {
    traceId: hex(trace + 1, 32),
    spanId: hex(number + 1, 16),
    parentSpanId: hex(trace + 1_000_000_007, 16),
    flags: 257,
    name,
    kind,
    startTimeUnixNano: nanos(number, 0),
    endTimeUnixNano: nanos(number, 12_345_678),
  };
}

function toolSpan(number) {
  const tool = TOOLS[number % TOOLS.length];
  const rows = Array.from({ length: 3 }, (_, index) => ({
    id: number * 3 + index,
    customer: `customer ${number % 997}`,
    status: index === 0 ? 'open' : 'closed',
    note: 'The customer asked to be called back in the afternoon.',
  }));
  return {
    ...head(number, `execute_tool ${tool}`, 1),
    attributes: [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', tool),
      text('gen_ai.tool.call.id', `call_${hex(number + 1, 24)}`),
      text('gen_ai.tool.type', 'function'),
      text('gen_ai.conversation.id', `conversation-${Math.floor(number / 10)}`),
      text(
        'gen_ai.tool.call.arguments',
        JSON.stringify({ query: `orders of customer ${number % 997}`, limit: 3, page: 1 }),
      ),
      text('gen_ai.tool.call.result', JSON.stringify({ rows, total: 3 })),
    ],
    status: {},
  };
}

const SERVICE_SPANS = [
  (number) => ({
    ...head(number, 'GET /api/orders/{id}', 2),
    attributes: [
      text('http.request.method', 'GET'),
      text('url.scheme', 'https'),
      text('url.path', `/api/orders/${number}`),
      text('http.route', '/api/orders/{id}'),
      text('server.address', 'shop.example.com'),
      integer('server.port', 443),
      text('client.address', '203.0.113.17'),
      text('network.protocol.version', '1.1'),
      text('user_agent.original', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
      integer('http.response.status_code', 200),
    ],
    status: {},
  }),
  (number) => ({
    ...head(number, 'GET', 3),
    attributes: [
      text('http.request.method', 'GET'),
      text('url.full', `https://stock.example.com/v2/items/${number}?warehouse=12`),
      text('server.address', 'stock.example.com'),
      integer('server.port', 443),
      text('network.peer.address', '198.51.100.4'),
      text('network.protocol.version', '1.1'),
      integer('http.response.status_code', 200),
    ],
    status: {},
  }),
  (number) => ({
    ...head(number, 'SELECT shop.orders', 3),
    attributes: [
      text('db.system.name', 'postgresql'),
      text('db.namespace', 'shop'),
      text('db.operation.name', 'SELECT'),
      text('db.collection.name', 'orders'),
      text(
        'db.query.text',
        'SELECT o.id, o.status, o.created_at, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = $1 ORDER BY o.created_at DESC LIMIT 50',
      ),
      text('server.address', 'db-3.internal.example.com'),
      integer('server.port', 5432),
    ],
    status: {},
  }),
  (number) => ({
    ...head(number, 'GET orders', 3),
    attributes: [
      text('db.system.name', 'redis'),
      text('db.query.text', `GET order:${number}`),
      text('server.address', 'cache-1.internal.example.com'),
      integer('server.port', 6379),
      text('network.peer.address', '10.3.4.17'),
    ],
    status: {},
  }),
  (number) => ({
    ...head(number, 'order.price', 1),
    attributes: [
      text('shop.currency', 'EUR'),
      integer('shop.items', number % 7),
      text('code.function.name', 'Order.price'),
    ],
    events: [
      {
        timeUnixNano: nanos(number, 5_000_000),
        name: 'discount applied',
        attributes: [text('shop.discount', 'spring')],
      },
    ],
    status: {},
  }),
];

function text(key, stringValue) {
  return { key, value: { stringValue } };
}

function integer(key, value) {
  return { key, value: { intValue: String(value) } };
}

function hex(number, digits) {
  return (BigInt(number) * 0x9e3779b97f4a7c15n).toString(16).padStart(digits, '0').slice(-digits);
}

function nanos(number, more) {
  return `${START + Math.floor(number / 1000)}${String((number % 1000) * 1_000_000 + more).padStart(9, '0')}`;
}
