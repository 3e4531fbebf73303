import type { SpanFacts } from '../mapping/index.js';
import { compareTime, type HrTime, push } from '../telemetry/index.js';
import { compatibleArguments } from './arguments.js';
import { Attempt } from './attempt.js';
import { nestingOf } from './nesting.js';
import type { Observation } from './observation.js';
import { Operation } from './operation.js';
import { compareMaybe } from './order.js';
import { sameTool } from './server.js';
import type { SpanTree } from './span-tree.js';

/**
 * Puts the views of calls together: one operation a call (design rule R1), and attempts where an earlier one really ran and ended
 * without success (R3). Views at the tool's side only enrich the agent's view.
 */
export function correlate(calls: readonly Observation[], tree: SpanTree): Operation[] {
  const agentSide = calls.filter(({ call }) => call.observer !== 'provider');
  const byCall = joinByCall(nest(agentSide, tree), tree);
  return withProviders(
    byCall,
    calls.filter(({ call }) => call.observer === 'provider'),
    tree,
  );
}

/** A framework's span around the protocol's spans of the same call becomes one operation with them. */
function nest(calls: readonly Observation[], tree: SpanTree): Operation[] {
  const { inner, outermostFirst } = nestingOf(calls, tree);
  const taken = new Set<Observation>();
  return outermostFirst.flatMap((view) => {
    if (taken.has(view)) return [];
    const attempts = attemptsOf(view, inner);
    for (const attempt of attempts) for (const used of attempt.all) taken.add(used);
    return [new Operation(attempts)];
  });
}

/** The requests inside one call's span, as far as they are that call's; the span alone when it holds none. */
function attemptsOf(outer: Observation, inner: ReadonlyMap<Observation, readonly Observation[]>): Attempt[] {
  const attempts: Attempt[] = [];
  for (const view of inner.get(outer) ?? []) {
    const last = attempts.at(-1);
    if (last === undefined || isRetry(last, view)) attempts.push(...attemptsOf(view, inner));
    else if (resumes(last, view)) last.resume(view);
  }
  if (attempts.length === 0) return [new Attempt([outer])];
  for (const attempt of attempts) attempt.outers.unshift(outer);
  attempts.at(-1)?.closedBy.push(outer);
  return attempts;
}

/** A later view is a new attempt only when the one before really ran, ended without success, and had ended (R3). */
function isRetry(before: Attempt, view: Observation): boolean {
  const conclusion = before.conclusion();
  if (conclusion === 'succeeded' || conclusion === 'waiting') return false;
  return before.end !== undefined && view.start !== undefined && compareTime(view.start, before.end) >= 0;
}

/** A call that waited for an approval, an input or a task goes on under the same attempt. */
function resumes(before: Attempt, view: { readonly start: HrTime | undefined }): boolean {
  return before.conclusion() === 'waiting' && compareMaybe(before.start, view.start) <= 0;
}

/** Operations with the same id of our own, or the same model's call id and tool, are one when one of them is not complete. */
function joinByCall(operations: Operation[], tree: SpanTree): Operation[] {
  const joined: Operation[] = [];
  const byId = new Map<string, Operation[]>();
  for (const operation of operations.sort(compareStarts)) {
    const id = idOf(operation);
    const before = id === undefined ? undefined : byId.get(id)?.at(-1);
    if (before !== undefined && joins(before, operation, tree)) append(before, operation);
    else {
      joined.push(operation);
      if (id !== undefined) push(byId, id, operation);
    }
  }
  return joined;
}

/** By start; of those that start at once, as far as the clock tells, one that waits comes before what goes on with it. */
function compareStarts(a: Operation, b: Operation): number {
  const goesOn = (operation: Operation) => Number(operation.attempts[0]?.conclusion() !== 'waiting');
  return compareMaybe(a.start, b.start) || goesOn(a) - goesOn(b);
}

/** What two views of one call have in common; MCP requests without any id can at least go on where one was asked for input. */
function idOf(operation: Operation): string | undefined {
  if (operation.operationId !== undefined) return `operation ${operation.operationId}`;
  if (operation.callId !== undefined) return `call ${operation.callId}`;
  const view = operation.views[0];
  return view?.call.protocol === 'mcp'
    ? `request ${view.traceId} ${view.span?.parentSpanId} ${operation.tool}`
    : undefined;
}

/** Whether a later operation is the same call as an earlier one that has the same id (see {@link idOf}). */
function joins(before: Operation, operation: Operation, tree: SpanTree): boolean {
  if (operation.operationId !== undefined) return true;
  const last = before.attempts.at(-1);
  const next = operation.attempts[0];
  if (last === undefined || next === undefined) return true;
  // Only the last attempt is compared: there may be thousands before it.
  if (!sameTool(new Operation([last]).tool, operation.tool)) return false;
  const argumentsFit = compatibleArguments(argumentsOf(last), argumentsOf(next));
  if (operation.callId === undefined) return argumentsFit && resumes(last, next);
  if (last.conclusion() === 'waiting' || next.conclusion() === 'waiting') return true;
  if (!argumentsFit || apart(last, next, tree)) return false;
  return overlap(last, next) || (last.conclusion() !== 'succeeded' && sameTrace(last, next));
}

/** Two agents that run side by side made them: the model of each counts its calls anew. */
function apart(a: Attempt, b: Attempt, tree: SpanTree): boolean {
  const runs = ({ views }: Attempt) => [...tree.lineage(views[0]?.span)].filter(({ agentRun }) => agentRun);
  const [ofA, ofB] = [runs(a), runs(b)];
  const isInside = (inner: readonly SpanFacts[], outer: readonly SpanFacts[]) =>
    outer[0] === undefined || inner.includes(outer[0]);
  return !isInside(ofA, ofB) && !isInside(ofB, ofA);
}

/** Models give the same call ids again in later runs, so a retry is looked for inside one trace only. */
function sameTrace(a: Attempt, b: Attempt): boolean {
  return a.views[0]?.traceId === b.views[0]?.traceId;
}

function append(before: Operation, operation: Operation): void {
  const last = before.attempts.at(-1);
  const [next, ...rest] = operation.attempts;
  if (last === undefined || next === undefined) {
    before.attempts.push(...operation.attempts);
    return;
  }
  const numbered = next.number !== undefined && last.number !== undefined && next.number !== last.number;
  const sameAttempt =
    !numbered && (last.conclusion() !== 'unsuccessful' || next.conclusion() === 'waiting' || overlap(last, next));
  if (!sameAttempt) before.attempts.push(next, ...rest);
  else {
    for (const view of next.all) if (!last.all.includes(view)) last.resume(view);
    before.attempts.push(...rest);
  }
}

function argumentsOf(attempt: Attempt): Observation['call']['arguments'] {
  return attempt.all.map(({ call }) => call.arguments).find((value) => value !== undefined);
}

/** Two views of one call run at the same time. */
function overlap(a: Attempt, b: Attempt): boolean {
  return compareMaybe(a.start, b.end) < 0 && compareMaybe(b.start, a.end) < 0;
}

/** Puts the tool's side to the call it answers; without one it is an operation of its own. */
function withProviders(operations: Operation[], providers: readonly Observation[], tree: SpanTree): Operation[] {
  const bySpan = new Map<unknown, Attempt>();
  for (const { attempts } of operations)
    for (const attempt of attempts)
      for (const view of attempt.all) if (view.span !== undefined) bySpan.set(view.span, attempt);
  for (const provider of providers) {
    const attempt = [...tree.lineage(provider.span)]
      .map((span) => bySpan.get(span))
      .find((found) => found !== undefined);
    if (attempt?.all.some(({ call }) => sameTool(call.tool, provider.call.tool))) attempt.provider.push(provider);
    else operations.push(new Operation([new Attempt([provider])]));
  }
  return operations;
}
