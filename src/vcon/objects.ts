import { isMap, type JsonObject } from '../telemetry/index.js';

/** An object of one of the vCon's arrays, with its JSON pointer. */
export interface PlacedObject {
  readonly object: JsonObject;
  readonly path: string;
}

/** The objects of one of the vCon's arrays; entries that are no objects are left out. */
export function objectsOf(vcon: JsonObject, list: string): PlacedObject[] {
  return listOf(vcon, list).flatMap((object, index) =>
    isMap(object) ? [{ object: object as JsonObject, path: `/${list}/${index}` }] : [],
  );
}

/** One of the vCon's arrays as it is; empty when it is missing or no array. */
export function listOf(vcon: JsonObject, list: string): readonly unknown[] {
  const value: unknown = vcon[list];
  return Array.isArray(value) ? value : [];
}

/** The names in one of the vCon's arrays. */
export function namesOf(vcon: JsonObject, list: string): readonly string[] {
  return listOf(vcon, list).filter((name) => typeof name === 'string');
}
