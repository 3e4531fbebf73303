// An agent built on the plain OpenTelemetry API. One run of it shows all twelve event types of the tool-invocation draft.
//
//   node examples/agent.mjs [folder] [--fixed]
//
// The vCon goes to the folder (default: examples/out). With --fixed, ids and times are simulated, so that every run
// writes the same bytes: that is how examples/agent.vcon was made.
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import {
  recordPolicyDecision,
  recordToolCancel,
  recordToolDenied,
  recordToolError,
  recordToolFailure,
  recordToolInput,
  recordToolInputResponse,
  recordToolInvocation,
  recordToolPending,
  recordToolProgress,
  recordToolResult,
  recordToolTimeout,
  setOperationAttributes,
  VconSpanProcessor,
} from 'otel-vcon';
import { FileSink } from 'otel-vcon/node';
import { simulatedClock, simulatedIds } from './simulated.mjs';

const fixed = process.argv.includes('--fixed');
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? 'examples/out';
const clock = fixed ? simulatedClock('2026-11-30T09:00:00Z') : { now: () => new Date(), pass: () => {} };

// This is all that an application adds: a processor with a sink.
const provider = new BasicTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'trip-agent' }),
  spanProcessors: [
    new VconSpanProcessor({
      sinks: [new FileSink({ folder })],
      bridge: { domain: 'trips.example.com', ...(fixed && { createdAt: clock.now().getTime() }) },
    }),
  ],
  ...(fixed && { idGenerator: simulatedIds() }),
});
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const tracer = trace.getTracer('trip-agent');

const WEATHER = 'https://weather.example.com/mcp';
const BOOKING = 'https://booking.example.com/mcp';

/** Runs `body` in a span; what the conventions for generative AI ask of it is in `attributes`. */
async function inSpan(name, attributes, body) {
  return tracer.startActiveSpan(name, { attributes, startTime: clock.now() }, async (span) => {
    try {
      return await body(span);
    } finally {
      clock.pass(100);
      span.end(clock.now());
    }
  });
}

/** One attempt of a call of a tool, as an `execute_tool` span. */
function attemptOf({ id, tool, server, attempt = 1 }, body) {
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool, 'gen_ai.tool.call.id': id };
  return inSpan(`execute_tool ${tool}`, attributes, async (span) => {
    setOperationAttributes(span, { server, attempt });
    await body(span);
  });
}

/** The time of the next thing that happens. */
function next(milliseconds = 400) {
  clock.pass(milliseconds);
  return { time: clock.now() };
}

function fail(span, message) {
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

async function run(agent) {
  // Allowed by the configuration; the tool reports progress and returns.
  await attemptOf({ id: 'call_weather', tool: 'get_weather', server: WEATHER }, async (span) => {
    recordPolicyDecision(span, {
      decision: 'allowed',
      reason: 'reading tools are allowed',
      server: WEATHER,
      ...next(),
    });
    recordToolInvocation(span, { content: { city: 'Lisbon', days: 3 }, ...next() });
    recordToolProgress(span, { content: { progress: 1, total: 3, message: 'day 1' }, ...next() });
    recordToolProgress(span, { content: { progress: 3, total: 3, message: 'day 3' }, ...next() });
    recordToolResult(span, { content: { city: 'Lisbon', celsius: [17, 18, 16] }, ...next() });
  });

  // A person is asked, and grants it for every later use of this tool; the tool asks back before it returns.
  await attemptOf({ id: 'call_hotel', tool: 'book_hotel', server: BOOKING }, async (span) => {
    recordPolicyDecision(span, { decision: 'permission-required', server: BOOKING, ...next() });
    recordPolicyDecision(span, {
      life: 'standing',
      decision: 'allowed',
      server: BOOKING,
      tool: 'book_hotel',
      ...next(3000),
    });
    recordToolInvocation(span, { content: { hotel: 'Miradouro', nights: 2 }, ...next() });
    recordToolInput(span, { content: { question: 'River view or garden view?' }, ...next() });
    recordToolInputResponse(span, { content: { view: 'river' }, ...next(5000) });
    recordToolResult(span, { content: 'Booked: Miradouro, 2 nights, river view', ...next() });
  });

  // The first attempt never reached the tool, the second one did and failed.
  const charge = { id: 'call_charge', tool: 'charge_card', server: BOOKING };
  const amount = { amount: 240, currency: 'EUR' };
  await attemptOf(charge, async (span) => {
    recordPolicyDecision(span, { decision: 'allowed', server: BOOKING, ...next() });
    recordToolInvocation(span, { content: amount, ...next() });
    recordToolError(span, { content: { code: 'ECONNREFUSED', message: 'connection refused' }, ...next() });
    fail(span, 'connection refused');
  });
  await attemptOf({ ...charge, attempt: 2 }, async (span) => {
    recordToolInvocation(span, { content: amount, ...next(2000) });
    recordToolFailure(span, { content: { message: 'card declined' }, ...next() });
    fail(span, 'card declined');
  });

  // The tool takes the request as a job. The agent stops waiting for it, then asks it to stop.
  await attemptOf({ id: 'call_timetable', tool: 'train_timetable', server: BOOKING }, async (span) => {
    recordToolInvocation(span, { content: { from: 'Lisbon', to: 'Porto' }, ...next() });
    recordToolPending(span, { content: { job: 'timetable-7' }, ...next() });
    recordToolTimeout(span, { content: { waited: '30 s' }, ...next(30_000) });
    recordToolCancel(span, { content: { reason: 'no longer needed' }, ...next(1000) });
    fail(span, 'cancelled: no longer needed');
  });

  // The server refuses for lack of authorization.
  await attemptOf({ id: 'call_mail', tool: 'read_mail', server: 'https://mail.example.com/mcp' }, async (span) => {
    recordToolInvocation(span, { content: { folder: 'inbox' }, ...next() });
    recordToolDenied(span, { content: { status: 403, scope: 'mail:read' }, ...next() });
    fail(span, 'Forbidden');
  });

  // The policy refuses: nothing is called, so there is no tool span, and no arguments are recorded anywhere.
  recordPolicyDecision(agent, {
    decision: 'disallowed',
    reason: 'bookings are cancelled by people only',
    operationId: 'call_cancel',
    attempt: 1,
    server: BOOKING,
    tool: 'cancel_booking',
    ...next(),
  });
}

const agent = {
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'trip-planner',
  'gen_ai.conversation.id': 'conversation-42',
};
await inSpan('invoke_agent trip-planner', agent, run);
await provider.shutdown();
