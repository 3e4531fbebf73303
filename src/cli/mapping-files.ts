import { readFile } from 'node:fs/promises';
import { builtinMapper, compileMappings, type Mapper } from '../mapping/index.js';
import { OtelVconError } from '../telemetry/index.js';
import { describeError } from './system-error.js';

/**
 * The mapper of the built-in mappings and of the user's files.
 *
 * @throws OtelVconError when a file cannot be read or is no mapping.
 */
export async function loadMapper(files: readonly string[]): Promise<Mapper> {
  if (files.length === 0) return builtinMapper();
  return compileMappings(await Promise.all(files.map(readMapping)), files);
}

async function readMapping(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (cause) {
    const advice = 'Give a mapping file; mappings/README.md describes them';
    throw new OtelVconError('invalid-mapping', `${file}: ${describeError(cause)}`, { cause, advice });
  }
}
