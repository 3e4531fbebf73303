import { readFileSync } from 'node:fs';
import { OtelVconError } from '../../src/telemetry/index.js';
import { type ReadVcon, readVcon } from '../../src/vcon/index.js';

/** The bytes of a fixture. */
export const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/vcon/${name}`, import.meta.url)));

/** A fixture, read. */
export const read = (name: string) => readVcon(bytesOf(name), { source: name });

/** The codes of the notices. */
export const codes = (result: ReadVcon) => result.notices.map(({ code }) => code);

/** The error with which an input is refused. */
export function refusal(input: unknown): OtelVconError {
  try {
    readVcon(input);
  } catch (error) {
    if (error instanceof OtelVconError) return error;
    throw error;
  }
  throw new Error('it was read');
}
