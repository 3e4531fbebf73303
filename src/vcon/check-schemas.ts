import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isMap, type JsonObject } from '../telemetry/index.js';
import { namesOf } from './objects.js';
import type { Find } from './report.js';
import { SCHEMAS } from './schemas.generated.js';

const CORE = 'vcon-core-0.5.0.schema.json';
const TOOL_INVOCATION = 'tool-invocation.schema.json';
const OTEL_TRACE = 'otel-trace.schema.json';

/** Our code and words for the keywords of JSON Schema that our schemas use. `if` only repeats what its branch says. */
const CODES: Readonly<Record<string, string>> = {
  required: 'missing',
  'false schema': 'not-allowed',
  type: 'wrong-type',
  enum: 'wrong-value',
  const: 'wrong-value',
  pattern: 'wrong-form',
  minimum: 'out-of-range',
  maximum: 'out-of-range',
  minItems: 'empty-list',
};

let validators: ReadonlyMap<string, ValidateFunction> | undefined;

/** Applies the JSON Schemas of core and of the extensions that the vCon uses. Placeholders of redacted objects are passed. */
export function checkSchemas(vcon: JsonObject, find: Find): void {
  validators ??= compile();
  const names = [CORE, TOOL_INVOCATION, ...(namesOf(vcon, 'extensions').includes('otel-trace') ? [OTEL_TRACE] : [])];
  for (const name of names) {
    const validate = validators.get(name);
    validate?.(vcon);
    for (const error of validate?.errors ?? []) {
      const code = CODES[error.keyword];
      if (code === undefined || (vcon.redacted_from !== undefined && isPlaceholder(error))) continue;
      find('error', code, error.instancePath, describe(error, vcon));
    }
  }
}

/** Compiled once, when first needed. Our own patterns stand for formats: Ajv's `date-time` is several times slower. */
function compile(): ReadonlyMap<string, ValidateFunction> {
  const ajv = new Ajv2020({ strict: true, allErrors: true, verbose: true });
  for (const schema of Object.values(SCHEMAS)) ajv.addSchema(schema);
  const compiled = new Map<string, ValidateFunction>();
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const validate = ajv.getSchema(String(schema.$id));
    if (validate !== undefined) compiled.set(name, validate);
  }
  return compiled;
}

/** Redaction leaves an empty object where an element of an array was, so that indices hold (core 0.5.0). */
function isPlaceholder({ instancePath, data }: ErrorObject): boolean {
  return /^\/\w+\/\d+$/.test(instancePath) && isMap(data) && Object.keys(data).length === 0;
}

function describe(error: ErrorObject, vcon: JsonObject): string {
  const name = JSON.stringify(error.instancePath.slice(error.instancePath.lastIndexOf('/') + 1));
  const companion = /dependentSchemas\/(\w+)\//.exec(error.schemaPath)?.[1];
  const beside = companion === undefined ? '' : ` beside "${companion}"`;
  const owner = error.instancePath === '' ? 'the vCon' : ownerOf(error.instancePath, vcon);
  switch (error.keyword) {
    case 'required':
      return `"${error.params.missingProperty}" is missing${beside} in ${owner}`;
    case 'false schema':
      return `${name} must not be present${beside} in ${owner}`;
    case 'enum':
      return `${name} must be one of ${error.params.allowedValues.join(', ')}`;
    case 'const':
      return `${name} must be ${JSON.stringify(error.params.allowedValue)}`;
    case 'pattern':
      return `${name} must be ${error.parentSchema?.description ?? `of the form ${error.params.pattern}`}`;
    case 'minItems':
      return `${name} must not be an empty list`;
    default:
      return `${name} ${error.message ?? 'is wrong'}`;
  }
}

/** What the value at a path belongs to, in words: `a "tool-result" event`, `analysis`. */
function ownerOf(path: string, vcon: JsonObject): string {
  const [, list = '', index] = path.split('/');
  const entry: unknown = list === 'events' && Array.isArray(vcon.events) ? vcon.events[Number(index)] : undefined;
  return isMap(entry) && typeof entry.type === 'string' ? `a ${JSON.stringify(entry.type)} event` : `"${list}"`;
}
