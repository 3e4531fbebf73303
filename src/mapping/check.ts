import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isMap, OtelVconError } from '../telemetry/index.js';
import type { MappingFile } from './mapping-file.js';
import { compilePath } from './path.js';
import { MAPPING_SCHEMA } from './schema.generated.js';

/** A mapping file that cannot be used. Its message names the file, the place in it as a JSON pointer, and what to do. */
export class MappingError extends OtelVconError {
  override readonly name = 'MappingError';
  readonly file: string;
  /** JSON pointer; "" is the whole file. */
  readonly pointer: string;

  constructor(file: string, pointer: string, problem: string, advice: string) {
    super('invalid-mapping', `${file}: at ${pointer === '' ? 'the top' : pointer}: ${problem}`, { advice });
    this.file = file;
    this.pointer = pointer;
  }
}

let validate: ValidateFunction<MappingFile> | undefined;

/**
 * Checks a parsed mapping file.
 *
 * @param file how errors name it
 * @throws MappingError
 */
export function checkMappingFile(value: unknown, file: string): MappingFile {
  validate ??= new Ajv({ allowUnionTypes: true }).compile<MappingFile>(MAPPING_SCHEMA);
  if (!validate(value)) {
    const error = furthest(validate.errors ?? []);
    const advice = 'Compare it with mappings/mapping.schema.json and mappings/README.md';
    throw new MappingError(file, error?.instancePath ?? '', describe(error), advice);
  }
  const id = repeatedRule(value);
  if (id !== undefined)
    throw new MappingError(file, '/rules', `the rule id "${id}" occurs twice`, 'Give each rule its own id');
  checkPaths(value, '', file);
  return value;
}

/** Of the errors of a schema with alternatives, the one that is deepest in the file says most. */
function furthest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = (error: ErrorObject) => error.instancePath.split('/').length;
  return errors.reduce(
    (best: ErrorObject | undefined, error) => (best && depth(best) >= depth(error) ? best : error),
    undefined,
  );
}

function describe(error: ErrorObject | undefined): string {
  const { additionalProperty, allowedValues } = (error?.params ?? {}) as Record<string, unknown>;
  const detail = additionalProperty ?? (Array.isArray(allowedValues) ? allowedValues.join(', ') : undefined);
  return `${error?.message ?? 'it is not a mapping'}${detail === undefined ? '' : `: ${detail}`}`;
}

function repeatedRule({ rules }: MappingFile): string | undefined {
  const seen = new Set<string>();
  return rules.find(({ id }) => seen.size === seen.add(id).size)?.id;
}

/** A root that does not exist would never match and never say so. */
function checkPaths(value: unknown, pointer: string, file: string): void {
  if (typeof value === 'string') checkPath(value, pointer, file);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkPaths(item, `${pointer}/${index}`, file);
  } else if (isMap(value)) {
    for (const [key, member] of Object.entries(value)) {
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      checkPath(key, place, file);
      if (!TEXT_MEMBERS.has(key)) checkPaths(member, place, file);
    }
  }
}

/** Members whose text is not a path. */
const TEXT_MEMBERS = new Set([
  'title',
  'notes',
  'skip',
  'before',
  'capture',
  'like',
  'prefix',
  'suffix',
  'contains',
  'value',
  'ignore',
]);

function checkPath(path: string, pointer: string, file: string): void {
  if (!path.startsWith('@') || compilePath(path) !== undefined) return;
  throw new MappingError(file, pointer, `there is no "${path}"`, 'The roots of paths are listed in mappings/README.md');
}
