import { type LogRecord, own } from '../telemetry/index.js';
import { defined } from './defined.js';
import { tellingMessage } from './error-facts.js';
import { EXCEPTION_MESSAGE, EXCEPTION_TYPE } from './semconv.js';
import type { ExceptionFacts } from './signal.js';
import { asText } from './values.js';

/**
 * The exception that a log record reports for a span (core conventions, docs/exceptions/exceptions-logs.md: since 1.40
 * exceptions are log records rather than span events). `undefined` for other records.
 */
export function exceptionFacts(log: LogRecord, time: ExceptionFacts['time']): ExceptionFacts | undefined {
  const type = asText(own(log.attributes, EXCEPTION_TYPE));
  const message = tellingMessage(asText(own(log.attributes, EXCEPTION_MESSAGE)));
  if (log.traceId === undefined || log.spanId === undefined) return undefined;
  if (type === undefined && message === undefined) return undefined;
  return defined<ExceptionFacts>({ traceId: log.traceId, spanId: log.spanId, time, type, message });
}
