import { BUILTIN_MAPPING_FILES } from './builtin.generated.js';
import { checkMappingFile } from './check.js';
import { compileMapper, type Mapper } from './mapper.js';
import type { MappingFile } from './mapping-file.js';

// Checked by a test, not at run time.
const BUILTIN = BUILTIN_MAPPING_FILES as readonly MappingFile[];

let builtin: Mapper | undefined;

/** The mapper of the built-in mappings. Compiled once. */
export function builtinMapper(): Mapper {
  builtin ??= compileMapper(BUILTIN);
  return builtin;
}

/**
 * A mapper of the built-in mappings and of the given ones. One with the id of a built-in mapping replaces it; its `order`
 * says when it is tried.
 *
 * @param files parsed mapping files
 * @param names how errors name them, in the same order; default "mapping 1", "mapping 2", ...
 * @throws MappingError when a file is not a valid mapping
 */
export function compileMappings(files: readonly unknown[], names: readonly string[] = []): Mapper {
  const checked = files.map((file, index) => checkMappingFile(file, names[index] ?? `mapping ${index + 1}`));
  const ids = new Set(checked.map(({ id }) => id));
  return compileMapper([...checked, ...BUILTIN.filter(({ id }) => !ids.has(id))]);
}
