import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { OtelVconError } from '../telemetry/index.js';
import { compileMapper } from './mapper.js';
import type { MappingFile } from './mapping-file.js';
import { UnknownPathError } from './path.js';
import { pointerToken } from './pointer.js';
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
  checkPaths(value, file);
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

/** A path whose root does not exist would never match and never say so. */
function checkPaths(mapping: MappingFile, file: string): void {
  try {
    compileMapper([mapping]);
  } catch (error) {
    if (!(error instanceof UnknownPathError)) throw error;
    const advice = 'The roots of paths are listed in mappings/README.md';
    throw new MappingError(file, pointerTo(mapping, error.path) ?? '', `there is no "${error.path}"`, advice);
  }
}

/** The pointer to the first text or key of a value that is the given one. */
function pointerTo(value: unknown, text: string): string | undefined {
  if (typeof value !== 'object' || value === null) return value === text ? '' : undefined;
  for (const [key, member] of Object.entries(value)) {
    const rest = key === text ? '' : pointerTo(member, text);
    if (rest !== undefined) return `/${pointerToken(key)}${rest}`;
  }
  return undefined;
}
