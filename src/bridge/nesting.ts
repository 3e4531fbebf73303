import { push } from '../telemetry/index.js';
import { compatibleArguments, equalArguments } from './arguments.js';
import { Intervals } from './intervals.js';
import type { Observation } from './observation.js';
import { sameTool, toolEnd } from './server.js';
import { CLOCK_NANOS, shift } from './span-clock.js';
import type { SpanTree } from './span-tree.js';

/** Which views of calls are inside of which, as views of the same call. */
export interface Nesting {
  readonly inner: ReadonlyMap<Observation, readonly Observation[]>;
  /**
   * Views that are inside of no other, then those inside of these, and so on: by time alone a view may come before the one around it,
   * since parent and child often start in the same millisecond.
   */
  readonly outermostFirst: readonly Observation[];
}

/** Finds the view around each view of the same call. */
export function nestingOf(calls: readonly Observation[], tree: SpanTree): Nesting {
  const bySpan = new Map(calls.flatMap((view) => (view.span === undefined ? [] : [[view.span, view] as const])));
  const beside = besides(calls, tree);
  const inner = new Map<Observation, Observation[]>();
  const isInner = new Set<Observation>();
  for (const view of calls) {
    const around = enclosing(view, bySpan, tree);
    const outer = around !== undefined && isSameCall(around, view) ? around : beside(view, inner);
    if (outer === undefined) continue;
    push(inner, outer, view);
    isInner.add(view);
  }
  const outermostFirst = calls.filter((view) => !isInner.has(view));
  for (const view of outermostFirst) outermostFirst.push(...(inner.get(view) ?? []));
  return { inner, outermostFirst };
}

/** The nearest call around a call's span. */
function enclosing(
  view: Observation,
  bySpan: ReadonlyMap<unknown, Observation>,
  tree: SpanTree,
): Observation | undefined {
  for (const span of tree.lineage(view.span)) {
    const found = span === view.span ? undefined : bySpan.get(span);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSameCall(outer: Observation, view: Observation): boolean {
  const ids = [outer.call.operationId, view.call.operationId];
  if (ids[0] !== undefined && ids[1] !== undefined) return ids[0] === ids[1];
  const callIds = [outer.call.callId, view.call.callId];
  if (callIds[0] !== undefined && callIds[1] !== undefined && callIds[0] !== callIds[1]) return false;
  return sameTool(outer.call.tool, view.call.tool) && compatibleArguments(outer.call.arguments, view.call.arguments);
}

/**
 * Finds a framework's call around a request of MCP whose span hangs elsewhere: instrumentations that keep a span for the MCP session
 * put its requests below that. It is the call of the same tool and arguments in that trace at that time; one without a request first.
 */
function besides(
  calls: readonly Observation[],
  tree: SpanTree,
): (view: Observation, inner: ReadonlyMap<Observation, unknown>) => Observation | undefined {
  const frameworks = new Map<string, Intervals<Observation>>();
  for (const view of calls) {
    if (view.call.protocol === 'mcp') continue;
    const place = placeOf(view);
    const others = frameworks.get(place) ?? new Intervals<Observation>();
    frameworks.set(place, others);
    others.add(view);
  }
  return (view, inner) => {
    if (view.call.protocol !== 'mcp' || view.call.callId !== undefined) return undefined;
    const { start, end } = view;
    const others = frameworks.get(placeOf(view));
    if (start === undefined || others === undefined) return undefined;
    const around = others
      .around(shift(start, CLOCK_NANOS), end && shift(end, -CLOCK_NANOS))
      .filter(
        (other) =>
          isSameCall(other, view) &&
          equalArguments(other.call.arguments, view.call.arguments) &&
          ![...tree.lineage(other.span)].some((span) => span === view.span),
      );
    return around.find((other) => !inner.has(other)) ?? around.at(-1);
  };
}

function placeOf({ traceId, call }: Observation): string {
  return `${traceId} ${call.tool === undefined ? '' : toolEnd(call.tool)}`;
}
