import { validateHeaderName, validateHeaderValue } from 'node:http';
import { OtelVconError } from '../telemetry/index.js';

/**
 * The headers in an environment variable as OTEL_EXPORTER_OTLP_HEADERS has them: `name=value` pairs between commas, values
 * percent-encoded.
 *
 * @param variable its name, for the message.
 * @throws OtelVconError `invalid-header`. No message shows a value.
 */
export function parseHeaders(variable: string, text = ''): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [place, pair] of text.split(',').entries()) {
    if (pair.trim() === '') continue;
    const equals = pair.indexOf('=');
    if (equals < 1) throw invalid(`entry ${place + 1} of ${variable} has no name and "="`);
    headers[pair.slice(0, equals).trim()] = decoded(pair.slice(equals + 1).trim());
  }
  return checkedHeaders(headers);
}

/** Headers with names in lower case. @throws OtelVconError `invalid-header`, without the value. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      throw invalid(`the header ${JSON.stringify(name)} has a name or value that HTTP does not allow`, cause);
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function invalid(message: string, cause?: unknown): OtelVconError {
  return new OtelVconError('invalid-header', message, { cause, advice: 'Write name=value, values percent-encoded' });
}
