import { validateHeaderName, validateHeaderValue } from 'node:http';
import { OtelVconError } from '../../telemetry/index.js';

/** Tempo's documentation, "Tenant IDs". */
const TENANT = /^[A-Za-z0-9!_.*'()-]{1,150}$/;

/**
 * Headers as OTEL_EXPORTER_OTLP_HEADERS has them: `name=value` pairs between commas, values percent-encoded.
 *
 * @throws OtelVconError `invalid-header`.
 */
export function parseHeaders(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [place, pair] of (text ?? '').split(',').entries()) {
    if (pair.trim() === '') continue;
    const equals = pair.indexOf('=');
    if (equals < 1) throw invalid(`entry ${place + 1} of the headers in the environment has no name and "="`);
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

/** The header that names Tempo's tenant. @throws OtelVconError `invalid-tenant`. */
export function tenantHeader(tenant: string | undefined): Record<string, string> {
  if (tenant === undefined) return {};
  if (TENANT.test(tenant) && tenant !== '.' && tenant !== '..') return { 'x-scope-orgid': tenant };
  throw new OtelVconError('invalid-tenant', `${JSON.stringify(tenant)} is no tenant id`, {
    advice: "Use at most 150 letters, digits and !-_.*'()",
  });
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
