import { operationsOf, resolve } from './documents.mjs';

/**
 * The component, and its member, that the corpus renames in a document: of the components that at most a quarter of the operations
 * use, the one that most of them use. Null for a document without components of its own.
 */
export function chooseMember(document) {
  const operations = operationsOf(document).map((operation) => componentsIn(document, operation));
  const counts = new Map();
  for (const names of operations) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const candidates = [...counts]
    .map(([component, uses]) => ({ component, uses, member: memberOf(schemasOf(document)[component]) }))
    .filter(({ member }) => member !== undefined);
  const rare = candidates.filter(({ uses }) => uses * 4 <= operations.length);
  const [chosen] = (rare.length > 0 ? rare : candidates).sort(
    (one, other) => other.uses - one.uses || (one.component < other.component ? -1 : 1),
  );
  return chosen ? { ...chosen, older: `${chosen.member}_before` } : null;
}

/** The document of the version before: the chosen member has its older name, and nothing else differs. */
export function withOlderName(document, { component, member, older }) {
  const copy = structuredClone(document);
  const schema = schemasOf(copy)[component];
  const rename = (name) => (name === member ? older : name);
  schema.properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, value]) => [rename(name), value]),
  );
  if (schema.required) schema.required = schema.required.map(rename);
  return copy;
}

const schemasOf = (document) => document.components?.schemas ?? document.definitions ?? {};

/** The first member of a plain object, but for the one that tells which of several schemas it is. */
function memberOf(schema) {
  const members = Object.keys(schema?.properties ?? {});
  if (schema?.allOf || schema?.oneOf || schema?.anyOf || schema?.$ref) return undefined;
  const discriminator = schema?.discriminator?.propertyName ?? schema?.discriminator;
  return members.find((name) => name !== discriminator);
}

/** The names of the components that a part of the document refers to, at any depth. */
function componentsIn(document, part) {
  const names = new Set();
  const visited = new Set();
  const visit = (value) => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    if (typeof value.$ref === 'string') {
      const name = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(value.$ref)?.[1];
      const target = resolve(document, value.$ref);
      if (name && target)
        names.add(Object.keys(schemasOf(document)).find((key) => schemasOf(document)[key] === target));
      visit(target);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(part);
  return names;
}
