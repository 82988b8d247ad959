import { isObject, type Json, type JsonObject, objectAt, sameJson, textAt } from '../../json/json.js';
import { tokensOf, valueAt } from '../../json/pointer.js';
import { plainReference, referenceTo, withValueAt } from './references.js';

/** Parts of a document that several operations refer to, of which a version may change some uses and leave others. */
export class SharedParts {
  readonly #root: JsonObject;
  /** What each part became, by its reference. */
  readonly #split = new Map<string, { readonly name: string; readonly value: JsonObject }[]>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** A part as it was written where its value is the same; otherwise a reference to a part of its own, which equal ones share. */
  split(written: Json, value: JsonObject): Json {
    const reference = isObject(written) ? textAt(written['$ref']) : null;
    if (reference === null) return value;
    const tokens = tokensOf(plainReference(reference));
    const [home, kind, name] = tokens;
    if (tokens.length !== 3 || home !== 'components') return value;
    if (sameJson(valueAt(this.#root, tokens), value)) return written;
    const known = this.#split.get(referenceTo(tokens)) ?? [];
    this.#split.set(referenceTo(tokens), known);
    const same = known.find((one) => sameJson(one.value, value));
    if (same) return { $ref: referenceTo(['components', kind!, same.name]) };
    const own = this.#freeName(kind!, name!);
    known.push({ name: own, value });
    return { $ref: referenceTo(['components', kind!, own]) };
  }

  #freeName(kind: string, name: string): string {
    const components = objectAt(objectAt(this.#root['components'])[kind]);
    const taken = new Set([...this.#split.values()].flatMap((list) => list.map((one) => one.name)));
    let count = 2;
    while (Object.hasOwn(components, `${name}${count}`) || taken.has(`${name}${count}`)) count += 1;
    return `${name}${count}`;
  }

  /**
   * The document with the parts, and where their references lead then: a part that nothing else refers to any more takes the place of the one that
   * it was. `uses` counts references.
   */
  settle(
    document: JsonObject,
    uses: (reference: string) => number,
  ): readonly [JsonObject, ReadonlyMap<string, string>] {
    const moved = new Map<string, string>();
    let settled: Json = document;
    for (const [reference, parts] of this.#split) {
      const [, kind, name] = tokensOf(reference);
      const [only, ...more] = parts;
      const takesPlace = more.length === 0 && uses(reference) === 0;
      for (const part of takesPlace ? [only!] : parts)
        settled = withValueAt(settled, ['components', kind!, takesPlace ? name! : part.name], part.value);
      if (takesPlace) moved.set(referenceTo(['components', kind!, only!.name]), reference);
    }
    return [settled as JsonObject, moved];
  }
}

/** How often each reference stands in a value. */
export function countReferences(value: Json, counts = new Map<string, number>()): ReadonlyMap<string, number> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) countReferences(item, counts);
  if (!isObject(value)) return counts;
  const reference = textAt(value['$ref']);
  if (reference !== null) {
    const plain = plainReference(reference);
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  for (const key in value) if (value[key] !== undefined) countReferences(value[key], counts);
  return counts;
}
