import { type Context, context, type Span, type Tracer, trace } from '@opentelemetry/api';
import { BasicTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { BuiltVcon } from '../../../src/bridge/index.js';
import { CallbackSink, type Problem, VconSpanProcessor } from '../../../src/processor/index.js';
import type { VconProcessorOptions } from '../../../src/processor/options.js';
import type { Vcon, VconEvent } from '../../../src/vcon/index.js';

/** Keeps the newest version of each vCon, as a folder of files does. */
export class MemorySink extends CallbackSink {
  readonly vcons = new Map<string, Vcon>();
  readonly writes: BuiltVcon[] = [];

  constructor() {
    super((vcon, built) => {
      this.vcons.set(vcon.uuid, vcon);
      this.writes.push(built);
    });
  }

  /** All events of all vCons. */
  get events(): VconEvent[] {
    return [...this.vcons.values()].flatMap(({ events }) => events ?? []);
  }

  /** The types of all events. */
  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

/** A provider with one VconSpanProcessor and what it said. */
export function agent(options: Partial<VconProcessorOptions> = {}, others: readonly SpanProcessor[] = []) {
  const sink = new MemorySink();
  const problems: Problem[] = [];
  const processor = new VconSpanProcessor({
    sinks: [sink],
    onError: (problem) => {
      problems.push(problem);
    },
    ...options,
  });
  const provider = new BasicTracerProvider({ spanProcessors: [processor, ...others] });
  return { sink, problems, processor, provider, tracer: provider.getTracer('agent-under-test') };
}

/** What a tool span says. */
export interface ToolCall {
  readonly tool?: string;
  readonly id?: string;
  readonly args?: string;
  readonly result?: string;
}

/** Starts a span for the use of a tool, as the GenAI conventions have it. */
export function startTool(tracer: Tracer, call: ToolCall = {}, parent: Context = context.active()): Span {
  const { tool = 'search', id, args = '{"q":"x"}' } = call;
  return tracer.startSpan(
    `execute_tool ${tool}`,
    {
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.arguments': args,
        ...(id !== undefined && { 'gen_ai.tool.call.id': id }),
      },
    },
    parent,
  );
}

/** Ends a tool span with a result. */
export function endTool(span: Span, result = '{"ok":true}'): void {
  span.setAttribute('gen_ai.tool.call.result', result);
  span.end();
}

/** Uses a tool. */
export function useTool(tracer: Tracer, call: ToolCall = {}, parent?: Context): void {
  endTool(startTool(tracer, call, parent), call.result);
}

/** Starts an agent's run and gives the context in it. */
export function startAgent(tracer: Tracer, name = 'planner'): { readonly span: Span; readonly inside: Context } {
  const span = tracer.startSpan(`invoke_agent ${name}`, {
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name },
  });
  return { span, inside: trace.setSpan(context.active(), span) };
}
