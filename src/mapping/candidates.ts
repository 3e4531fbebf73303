import { push, type Resource, type Scope, type SpanRecord, type TelemetryRecord } from '../telemetry/index.js';
import type { MappingFile } from './mapping-file.js';
import { type Sign, signsOf } from './telling-texts.js';

/** A sign, and the place of its mapping in the list. */
type PlacedSign = Sign & { readonly place: number };

/** Chooses the mappings that can match a span by what it has, so that not all of them have to be tried on each. */
export class Candidates<T extends { readonly file: MappingFile }> {
  readonly #all: readonly T[];
  /** Places of the mappings that no sign tells. */
  readonly #always: readonly number[];
  readonly #byKey = new Map<string, number[]>();
  readonly #names: readonly PlacedSign[];
  readonly #events: readonly PlacedSign[];
  readonly #around: readonly PlacedSign[];
  readonly #ofScope = new WeakMap<Scope, readonly number[]>();
  readonly #ofResource = new WeakMap<Resource, readonly number[]>();
  /** Which places were found for a record: of no meaning between two of them. */
  readonly #found: boolean[];

  /** `mappings` are in the order in which they are tried. */
  constructor(mappings: readonly T[]) {
    const signs = mappings.map(({ file }) => signsOf(file));
    const placed = signs.flatMap((some, place) => some?.map((sign): PlacedSign => ({ ...sign, place })) ?? []);
    this.#all = mappings;
    this.#always = [...signs.keys()].filter((place) => signs[place] === undefined);
    for (const { text, place } of placed.filter(({ of }) => of === 'attribute')) push(this.#byKey, text, place);
    this.#names = placed.filter(({ of }) => of === 'name');
    this.#events = placed.filter(({ of }) => of === 'event');
    this.#around = placed.filter(({ of }) => of === 'around');
    this.#found = mappings.map(() => false);
  }

  /** The mappings that can match a record, in the order in which they are tried. All of them for a log record. */
  of(record: TelemetryRecord): readonly T[] {
    if (record.signal === 'log') return this.#all;
    const found = this.#found;
    found.fill(false);
    mark(found, this.#always);
    for (const key in record.attributes) mark(found, this.#byKey.get(key));
    for (const sign of this.#names) if (!found[sign.place] && isInName(sign, record)) found[sign.place] = true;
    for (const { name } of record.events) mark(found, placesOf(this.#events, [name]));
    mark(found, this.#placesOfScope(record.scope));
    mark(found, this.#placesOfResource(record.resource));
    return this.#all.filter((_, place) => found[place]);
  }

  #placesOfScope(scope: Scope): readonly number[] {
    const known = this.#ofScope.get(scope);
    if (known !== undefined) return known;
    const places = placesOf(this.#around, [scope.name]);
    this.#ofScope.set(scope, places);
    return places;
  }

  #placesOfResource(resource: Resource): readonly number[] {
    const known = this.#ofResource.get(resource);
    if (known !== undefined) return known;
    const places = placesOf(this.#around, Object.values(resource.attributes));
    this.#ofResource.set(resource, places);
    return places;
  }
}

function isInName({ text, in: within }: Sign, { name }: SpanRecord): boolean {
  return within === 'name' ? name.includes(text) : name.startsWith(text);
}

/** The places of the signs with which one of the values begins. */
function placesOf(signs: readonly PlacedSign[], values: readonly unknown[]): readonly number[] {
  const texts = values.filter((value) => typeof value === 'string');
  return signs.filter(({ text }) => texts.some((value) => value.startsWith(text))).map(({ place }) => place);
}

function mark(found: boolean[], places: readonly number[] | undefined): void {
  if (places !== undefined) for (const place of places) found[place] = true;
}
