import { isObject, type Json, type JsonObject, textAt } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { memberPlace, type Place } from '../object-model.js';
import type { OpenDocument } from '../open-document.js';
import { bundledFiles } from '../references/resolve-reference.js';
import { type Path, tokensTo } from '../references/resource-index.js';
import type { PlacedValue } from './document-mistake.js';

/** Every value of a document that stands where OpenAPI has one, those of its other files included; each once for each place. */
export function visitValues(document: OpenDocument): readonly PlacedValue[] {
  const values: PlacedValue[] = [];
  const seen = new Map<Json, Set<Place>>();
  const open: { readonly value: Json; readonly place: Place; readonly path: Path | null }[] = [
    { value: document.root, place: 'document', path: null },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, place, path } = next;
    if (typeof value === 'object' && value !== null) {
      const places = seen.get(value) ?? new Set<Place>();
      if (places.has(place)) continue;
      seen.set(value, places.add(place));
    }
    values.push({ value, place, tokens: () => tokensTo(path) });
    if (typeof value !== 'object' || value === null || expectedAt(place, value) !== null) continue;
    for (const key of Object.keys(value).toReversed()) {
      const inner = memberPlace(place, key);
      const child = (value as JsonObject)[key];
      if (inner !== undefined && child !== undefined)
        open.push({ value: child, place: inner, path: { key, above: path } });
    }
    const inFile = isObject(value) ? tokensInFile(value) : null;
    const target = inFile && document.target(value as JsonObject);
    if (inFile && target !== undefined && target !== null)
      open.push({ value: target, place, path: inFile.reduce<Path | null>((above, key) => ({ key, above }), null) });
  }
  return values;
}

/** Where a reference leads in another file of the document; null for one that does not. */
function tokensInFile({ $ref }: JsonObject): readonly string[] | null {
  const reference = textAt($ref);
  if (!reference?.startsWith(`#/${bundledFiles}/`)) return null;
  return tokensOf(reference);
}

/** What is expected in the place of a value; null where it is that, or nothing. */
export function expectedAt(place: Place, value: Json): string | null {
  if (value === null || place === 'plain' || place === 'example') return null;
  if (place.endsWith('[]')) return Array.isArray(value) ? null : 'a list';
  if (place === 'schema' && typeof value === 'boolean') return null;
  return isObject(value) ? null : 'an object';
}
