import { codeUnitOrder } from '../../text/code-unit-order.js';
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';

/** Keywords whose values are data, so that the order of items matters. */
const data = new Set(['default', 'const', 'enum', 'example', 'examples']);

/** A copy with keys in code-unit order, and parameters, required members and tags sorted. */
export function sortCanonically(document: JsonObject): JsonObject {
  const tags = listAt(document['tags']);
  return sortObject(
    tags.length === 0 ? document : { ...document, tags: [...tags].sort((a, b) => codeUnitOrder(nameOf(a), nameOf(b))) },
  );
}

function sortObject(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortMember(value[key], key)]),
  );
}

function sortMember(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) {
    if (data.has(key)) return value;
    const items = value.map((item: Json) => sortMember(item, '') ?? null);
    if (key === 'parameters' && items.every(isObject)) return items.sort(inParameterOrder);
    return key === 'required' && items.every((item) => typeof item === 'string') ? items.sort() : items;
  }
  return isObject(value) ? sortObject(value) : value;
}

const nameOf = (tag: Json) => textAt(objectAt(tag)['name']) ?? '';

/** The order of parameters in a lock. */
export function inParameterOrder(a: Json, b: Json): number {
  return codeUnitOrder(parameterKey(a), parameterKey(b));
}

const parameterKey = (parameter: Json) =>
  [textAt(objectAt(parameter)['in']), nameOf(parameter), textAt(objectAt(parameter)['$ref'])].join(' ');

const prefix = '#/components/';

/** The document with only the components that its operations reach. */
export function pruneComponents(document: JsonObject): JsonObject {
  const { components, ...rest } = document;
  const sections = objectAt(components);
  const reached = new Set<string>();
  const visit = (value: Json | undefined): void => {
    for (const place of findMentions(value)) {
      if (reached.has(place)) continue;
      reached.add(place);
      const [section = '', name = ''] = place.split('/');
      visit(objectAt(sections[section])[name]);
    }
  };
  visit(rest);
  const kept = Object.entries(sections).map(
    ([section, entries]) =>
      [
        section,
        Object.fromEntries(Object.entries(objectAt(entries)).filter(([name]) => reached.has(`${section}/${name}`))),
      ] as const,
  );
  const filled = kept.filter(([, entries]) => Object.keys(entries).length > 0);
  return filled.length === 0 ? rest : { ...rest, components: Object.fromEntries(filled) };
}

/** `schemas/User` for each component that a value names: as a reference, a discriminator target or a security scheme. */
function findMentions(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => findMentions(item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === '$ref' && typeof member === 'string') return mention(member);
    if (key === 'mapping')
      return Object.values(objectAt(member)).flatMap((target) =>
        typeof target === 'string' ? mention(target.includes('/') ? target : `${prefix}schemas/${target}`) : [],
      );
    if (key === 'security' && Array.isArray(member))
      return member.flatMap((needs: Json) => Object.keys(objectAt(needs)).map((name) => `securitySchemes/${name}`));
    return findMentions(member);
  });
}

function mention(reference: string): readonly string[] {
  if (!reference.startsWith(prefix)) return [];
  return [
    reference
      .slice(prefix.length)
      .split('/')
      .slice(0, 2)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
      .join('/'),
  ];
}
