import { containerAttributes, REPLAYED } from '../bridge/replayed/index.js';
import { semconv } from '../mapping/index.js';
import {
  compareTime,
  groupBy,
  type JsonObject,
  type Notice,
  type Resource,
  type SpanRecord,
} from '../telemetry/index.js';
import type { Vcon } from '../vcon/index.js';
import { operationSpans } from './operation-spans.js';
import { groupOperations } from './operations.js';
import { placeEvents } from './placed-event.js';
import { SessionPlan } from './session-plan.js';
import { SessionSpans } from './session-spans.js';
import { cover, type SpanDraft, setAttributes } from './span-draft.js';
import { SpanIds } from './span-ids.js';
import { keptSpans } from './trace-analysis.js';

/** Options of {@link vconToTelemetry}. */
export interface ReplayOptions {
  /** `service.name` of the spans. Default: the name of the agent of the first session with events, else `unknown_service`. */
  readonly serviceName?: string;
  /** Give the spans that a vCon keeps in an Analysis Object (`convert --lossless`) as they are. Default true. */
  readonly keptSpans?: boolean;
}

/** The trace of a vCon. */
export interface ReplayedTrace {
  /** Whole traces together, each in the order of start times, parents first. Empty when the vCon has no tool events. */
  readonly spans: readonly SpanRecord[];
  readonly notices: readonly Notice[];
}

const SCOPE = { name: 'otel-vcon' };
/** The default of the resource conventions. */
const UNKNOWN_SERVICE = 'unknown_service';

/**
 * Makes the trace of a vCon (docs/replay.md), which has to be in the form that `readVcon` gives. A session becomes
 * `invoke_agent {party}`, an operation `execute_tool {tool}`, other events span events. Ids are those of the extension
 * `otel-trace`, else derived, so that the same vCon gives the same spans. Never throws on what a vCon says.
 */
export function vconToTelemetry(vcon: Vcon, options: ReplayOptions = {}): ReplayedTrace {
  const notices: Notice[] = [];
  const notice = (one: Notice) => void notices.push(one);
  if (options.keptSpans !== false) {
    const kept = keptSpans(vcon, notice);
    if (kept !== undefined) return { spans: kept, notices };
  }
  const { placed, others } = placeEvents(vcon, notice);
  const [first] = placed;
  if (first === undefined) {
    notice({
      code: 'no-tool-events',
      level: 'info',
      message: `vCon ${vcon.uuid} has no tool events: there is nothing to show`,
    });
    return { spans: [], notices };
  }
  const plan = new SessionPlan(vcon, placed);
  const ids = new SpanIds(vcon.uuid);
  const { operations, standing } = groupOperations(placed);
  const drafts = operationSpans(operations, plan, ids);
  const sessions = new SessionSpans(plan, ids);
  const main = sessions.of(first.session, plan.traceOf(first.session));
  for (const { session, time } of placed) if (session === first.session) cover(main, time);
  setAttributes(main, containerAttributes(vcon as unknown as JsonObject, others));
  for (const decision of standing) sessions.show(decision);
  sessions.adopt(drafts);
  const service = options.serviceName ?? plan.agentOf(first.session) ?? UNKNOWN_SERVICE;
  const resource: Resource = { attributes: { [semconv.SERVICE_NAME]: service } };
  return { spans: inOrder([...sessions.made, ...drafts]).map((draft) => toSpan(draft, vcon.uuid, resource)), notices };
}

/** Traces by their first span, and the spans of a trace by their start, those made first (the sessions') first. */
function inOrder(drafts: readonly SpanDraft[]): SpanDraft[] {
  const byTime = (a: SpanDraft, b: SpanDraft) => compareTime(a.start ?? [0, 0], b.start ?? [0, 0]);
  return [...groupBy([...drafts].sort(byTime), ({ traceId }) => traceId).values()].flat();
}

function toSpan(draft: SpanDraft, uuid: string, resource: Resource): SpanRecord {
  const { traceId, spanId, parent, name, kind, status, start, end, attributes, events } = draft;
  setAttributes(draft, { [REPLAYED.marker]: true, [REPLAYED.uuid]: uuid });
  return {
    signal: 'span',
    traceId,
    spanId,
    ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
    name,
    kind,
    startTime: start,
    endTime: start !== undefined && end !== undefined && compareTime(end, start) < 0 ? start : end,
    status,
    attributes,
    events,
    links: [],
    resource,
    scope: SCOPE,
  };
}
