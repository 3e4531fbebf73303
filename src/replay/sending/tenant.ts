import { OtelVconError } from '../../telemetry/index.js';

/** Tempo's documentation, "Tenant IDs". */
const TENANT = /^[A-Za-z0-9!_.*'()-]{1,150}$/;

/** The header that names Tempo's tenant. @throws OtelVconError `invalid-tenant`. */
export function tenantHeader(tenant: string | undefined): Record<string, string> {
  if (tenant === undefined) return {};
  if (TENANT.test(tenant) && tenant !== '.' && tenant !== '..') return { 'x-scope-orgid': tenant };
  throw new OtelVconError('invalid-tenant', `${JSON.stringify(tenant)} is no tenant id`, {
    advice: "Use at most 150 letters, digits and !-_.*'()",
  });
}
