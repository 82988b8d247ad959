import { isObject, type Json, type JsonObject, listAt, objectAt } from '../../json/json.js';
import { contentOf } from '../../openapi/document-members.js';
import { pointerTo, tokensOf, valueAt } from '../../json/pointer.js';

type Tokens = readonly string[];

/** The document with only what its operations reach of its components, and of the extensions that hold values for references, such as other files. */
export function pruneDocument(document: JsonObject): JsonObject {
  const holders = new Set(findMentions(document).map((mention) => tokensOf(mention)[0]!));
  const own = Object.keys(document).filter(
    (key) => key !== 'components' && !(key.startsWith('x-') && holders.has(key)),
  );
  const reached = new Map<string, Tokens>();
  const seen = new Set<string>();
  const visit = (value: Json | undefined): void => {
    for (const mention of findMentions(value)) {
      if (seen.has(mention)) continue;
      seen.add(mention);
      const mentioned = tokensOf(mention);
      const place = own.includes(mentioned[0]!) ? null : wholePlace(mentioned, document);
      const found = place && valueAt(document, place);
      if (!place || found === undefined || reached.has(pointerTo(place))) continue;
      reached.set(pointerTo(place), place);
      visit(found);
    }
  };
  for (const key of own) visit({ [key]: document[key] });
  return keepOnly(document, [...own.map((key) => [key]), ...reached.values()]);
}

/** A whole component, or the value of an extension; null for no component. An item of a list is kept with its list. */
function wholePlace(place: Tokens, document: JsonObject): Tokens | null {
  if (place[0] === 'components') return place.length < 3 ? null : place.slice(0, 3);
  const list = place.findIndex((_, index) => Array.isArray(valueAt(document, place.slice(0, index))));
  return list < 0 ? place : place.slice(0, list);
}

/** A copy with only the values that some ways lead to. */
function keepOnly(value: JsonObject, ways: readonly Tokens[]): JsonObject {
  const inside = new Map<string, Tokens[]>();
  for (const [key, ...way] of ways) inside.set(key!, [...(inside.get(key!) ?? []), way]);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const own = inside.get(key);
      if (!own) return [];
      return [[key, isObject(member) && own.every((way) => way.length > 0) ? keepOnly(member, own) : member]];
    }),
  );
}

const none: readonly string[] = [];
const mentions = new WeakMap<object, readonly string[]>();

/**
 * The JSON pointer, or the reference with `#`, of each value that another one names, once: as a reference, a discriminator target or a
 * security scheme. Walks what documents share once.
 */
function findMentions(value: Json | undefined): readonly string[] {
  if (typeof value !== 'object' || value === null) return none;
  const known = mentions.get(value);
  if (known) return known;
  const found = isObject(value)
    ? Object.entries(value).flatMap(([key, member]) => mentionsIn(key, member))
    : listAt(value).flatMap((item) => findMentions(item));
  const once = found.length === 0 ? none : [...new Set(found)];
  mentions.set(value, once);
  return once;
}

function mentionsIn(key: string, member: Json | undefined): readonly string[] {
  if (typeof member !== 'object' || member === null)
    return key === '$ref' && typeof member === 'string' ? ownReference(member) : none;
  if (key === 'discriminator')
    return Object.values(objectAt(objectAt(member)['mapping'])).flatMap((target) =>
      typeof target !== 'string' ? [] : target.includes('/') ? ownReference(target) : component('schemas', target),
    );
  if (key === 'security' && Array.isArray(member))
    return member.flatMap((needs: Json) =>
      Object.keys(objectAt(needs)).map((name) => component('securitySchemes', name)),
    );
  return contentOf(key) === 'named' && isObject(member)
    ? Object.values(member).flatMap(findMentions)
    : findMentions(member);
}

const component = (section: string, name: string) => pointerTo(['components', section, name]);

const ownReference = (reference: string): readonly string[] => (reference.startsWith('#/') ? [reference] : none);
