import type { HrTime, Notice, SpanRecord } from '../telemetry/index.js';
import { startOf } from './shift.js';

/**
 * Tempo clamps the times of a block to the time of its arrival give or take `ingestion_time_range_slack`, 2 minutes by
 * default: searches by time do not find older spans.
 */
const TEMPO_SLACK_SECONDS = 120;
/** The search form of Jaeger's UI looks back one hour unless told otherwise. */
const JAEGER_LOOK_BACK_SECONDS = 3600;
/** Jaeger with Elasticsearch or OpenSearch looks for a trace id in the indices of `max_span_age`, 72 hours by default. */
const JAEGER_SPAN_AGE_SECONDS = 72 * 3600;

/** Says, naming the setting, where a trace of this age is stored but not found. Empty for one that is young enough. */
export function ageNotices(spans: readonly SpanRecord[], now: HrTime): Notice[] {
  const start = startOf(spans);
  const age = start === undefined ? 0 : now[0] - start[0];
  const advice = 'or replay with --shift-to-now';
  const notices: [number, string, string][] = [
    [
      TEMPO_SLACK_SECONDS,
      'old-for-tempo',
      `Tempo finds spans this old by trace id, not by search: raise storage.trace.wal.ingestion_time_range_slack (and block_retention) while you replay, ${advice}`,
    ],
    [
      JAEGER_LOOK_BACK_SECONDS,
      'old-for-jaeger-search',
      `Jaeger's search shows spans this old only when "Lookback" is set to a custom time range that covers them, ${advice}`,
    ],
    [
      JAEGER_SPAN_AGE_SECONDS,
      'old-for-jaeger-storage',
      `Jaeger on Elasticsearch or OpenSearch does not find traces this old even by id: raise max_span_age, ${advice}`,
    ],
  ];
  return notices.filter(([limit]) => age > limit).map(([, code, message]) => ({ code, level: 'info', message }));
}
