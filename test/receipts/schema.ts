import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { stringifyJson } from '../../src/telemetry/index.js';

const folder = new URL('../fixtures/receipts/', import.meta.url);
const executorSchema = JSON.parse(readFileSync(new URL('governed-executor.schema.json', folder), 'utf8')) as {
  readonly $id: string;
};

/** The schemas that the executor's schema refers to and that are not public. */
export interface ExternalSchemas {
  readonly scope?: object;
  readonly policyDecision?: object;
}

/** Checks records against the executor's own schema, with the two external schemas given (default: anything goes). */
export function executorCheck(external: ExternalSchemas = {}): (record: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(external.scope ?? {}, new URL('execution-scope.schema.json', executorSchema.$id).href);
  ajv.addSchema(external.policyDecision ?? {}, new URL('policy-decision.schema.json', executorSchema.$id).href);
  const validate = ajv.compile(executorSchema);
  return (record) => {
    // Ajv knows no bigint: integers beyond 2^53 are checked as the numbers that a JSON reader makes of them.
    const isRight = validate(JSON.parse(stringifyJson(record)));
    return isRight ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

/** What of the executor's schema a record breaks. */
export const schemaProblems = executorCheck();
