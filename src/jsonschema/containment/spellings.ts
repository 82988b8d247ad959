import { isObject, type Json } from '../../json/json.js';

/** The most ways to spell a value that are tried. */
const maximumSpellings = 64;

/** A text that spells a number or a boolean is read as either, wherever it stands; null where there are too many ways. */
export function spellingsOf(value: Json): readonly Json[] | null {
  if (isObject(value)) {
    const lists = spellingsOfList(Object.values(value).map((member) => member ?? null));
    const names = Object.keys(value);
    return lists && lists.map((list) => Object.fromEntries(names.map((name, index) => [name, list[index]!])));
  }
  if (Array.isArray(value)) return spellingsOfList(value as readonly Json[]);
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)];
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? [value, Number(value)]
    : [value];
}

/** Every number and boolean as it is, or as its text: where there are too many to mix the two. */
export function uniformSpellingsOf(value: Json): readonly Json[] {
  const asText = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(asText);
    if (isObject(one))
      return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, asText(member ?? null)]));
    return typeof one === 'number' || typeof one === 'boolean' ? String(one) : one;
  };
  return [value, asText(value)];
}

function spellingsOfList(values: readonly Json[]): readonly (readonly Json[])[] | null {
  let lists: readonly (readonly Json[])[] = [[]];
  for (const value of values) {
    const spelled = spellingsOf(value);
    if (spelled === null || lists.length * spelled.length > maximumSpellings) return null;
    lists = lists.flatMap((list) => spelled.map((one) => [...list, one]));
  }
  return lists;
}
