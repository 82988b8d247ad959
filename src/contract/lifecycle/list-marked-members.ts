import { isObject, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { pointerTo, tokensOf, valueAt } from '../../json/pointer.js';
import { readLifecycle } from '../../openapi/lifecycle-marks.js';
import { bundledFiles } from '../../openapi/references/resolve-reference.js';
import { isExtension } from '../../jsonschema/walk-keywords.js';
import { contentOf } from '../../openapi/document-members.js';
import { openDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import type { ContractLock } from '../lock/contract-lock.js';
import type { LifecycleEntry } from './lifecycle-entry.js';

interface Marked extends Omit<LifecycleEntry, 'state' | 'daysLeft'> {
  /** Where the document has it, with references written out. */
  readonly tokens: readonly string[];
}

/** The deprecated parameters and properties of a contract; a property of a component is listed once. */
export function listMarkedMembers({ version, document }: ContractLock): readonly Marked[] {
  const operations = listOperations(openDocument(document));
  const parameters = operations.flatMap(({ method, path, parameters: list }) =>
    list
      .filter(({ node }) => readLifecycle(node).deprecated)
      .map(({ name, carrier, node, tokens }) =>
        mark('parameter', `${carrier} parameter "${name}" of ${method} ${path}`, node, tokens, {
          version,
          method,
          path,
        }),
      ),
  );
  const named = listNamedValues(document).flatMap(({ name, value, tokens: at }) =>
    listProperties(value, at).map(({ place, node, tokens }) =>
      mark('property', `property ${[name, ...place].join('.')}`, node, tokens, { version, method: null, path: null }),
    ),
  );
  const inline = operations.flatMap(({ method, path, node, tokens: at }) =>
    [...requestSchemas(node), ...responseSchemas(node)].flatMap(({ where, schema, tokens: inside }) =>
      listProperties(schema, [...at, ...inside]).map(({ place, node: property, tokens }) =>
        mark('property', `property ${place.join('.')} in the ${where} of ${method} ${path}`, property, tokens, {
          version,
          method,
          path,
        }),
      ),
    ),
  );
  return [...parameters, ...withoutRepeats([...named, ...inline])];
}

/** A reference may lead into what another one leads to. */
function withoutRepeats(members: readonly Marked[]): readonly Marked[] {
  const seen = new Set<string>();
  return members.filter(({ tokens }) => {
    const place = pointerTo(tokens);
    return !seen.has(place) && seen.add(place);
  });
}

interface NamedValue {
  readonly name: string;
  readonly value: Json | undefined;
  readonly tokens: readonly string[];
}

/** The components, and what references to other files lead to; a file that is one value has the name of the file. */
function listNamedValues(document: JsonObject): readonly NamedValue[] {
  const components = Object.entries(objectAt(document['components'])).flatMap(([section, entries]) =>
    Object.entries(objectAt(entries)).map(([name, value]) => ({ name, value, tokens: ['components', section, name] })),
  );
  const references = document[bundledFiles] === undefined ? [] : listReferences(document);
  const places = [...new Set(references)]
    .map((reference) => tokensOf(reference))
    .filter((tokens) => tokens[0] === bundledFiles && tokens.length > 1);
  const files = places.map((tokens) => {
    const last = tokens.at(-1)!;
    const name = tokens.length > 2 ? last : last.slice(last.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    return { name, value: valueAt(document, tokens), tokens };
  });
  return [...components, ...files];
}

function listReferences(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => listReferences(item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : listReferences(member),
  );
}

function mark(
  kind: Marked['kind'],
  name: string,
  node: JsonObject,
  tokens: readonly string[],
  identity: Pick<Marked, 'version' | 'method' | 'path'>,
): Marked {
  const { since, sunset } = readLifecycle(node);
  return {
    kind,
    name,
    ...identity,
    since: since?.iso ?? null,
    sunset: sunset?.iso ?? null,
    brownouts: [],
    link: null,
    source: null,
    tokens,
  };
}

interface Place {
  /** The names of the properties on the way. */
  readonly place: readonly string[];
  readonly node: JsonObject;
  readonly tokens: readonly string[];
}

/** Deprecated properties of a schema and its subschemas, without following references; `tokens` lead to the schema. */
function listProperties(
  schema: Json | undefined,
  tokens: readonly string[],
  at: readonly string[] = [],
): readonly Place[] {
  if (!saysDeprecated(schema)) return [];
  if (Array.isArray(schema))
    return schema.flatMap((item: Json, index) => listProperties(item, [...tokens, String(index)], at));
  return Object.entries(objectAt(schema)).flatMap(([member, value]) => {
    const content = contentOf(member);
    if (content === 'data' || content === 'words' || isExtension(member)) return [];
    if (content === 'parts' || !isObject(value)) return listProperties(value, [...tokens, member], at);
    return Object.entries(value).flatMap(([name, inner]) => {
      const inside = [...tokens, member, name];
      if (member !== 'properties') return listProperties(inner, inside, at);
      const property = { place: [...at, name], node: objectAt(inner), tokens: inside };
      const own = readLifecycle(property.node).deprecated ? [property] : [];
      return [...own, ...listProperties(inner, inside, property.place)];
    });
  });
}

const sayings = new WeakMap<object, boolean>();

/** Whether anything inside says that it is deprecated; what the locks of neighbouring versions share is walked once. */
function saysDeprecated(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const known = sayings.get(value);
  if (known !== undefined) return known;
  const says = Object.hasOwn(value, 'deprecated') || Object.values(value).some(saysDeprecated);
  sayings.set(value, says);
  return says;
}

interface Use {
  readonly where: string;
  readonly schema: Json | undefined;
  readonly tokens: readonly string[];
}

const requestSchemas = (operation: JsonObject): readonly Use[] =>
  contentSchemas(objectAt(operation['requestBody']), 'request body', ['requestBody']);

function responseSchemas(operation: JsonObject): readonly Use[] {
  return Object.entries(objectAt(operation['responses'])).flatMap(([status, response]) =>
    contentSchemas(objectAt(response), `response ${status}`, ['responses', status]),
  );
}

function contentSchemas(holder: JsonObject, where: string, at: readonly string[]): readonly Use[] {
  return Object.entries(objectAt(holder['content'])).map(([mediaType, media]) => ({
    where,
    schema: objectAt(media)['schema'],
    tokens: [...at, 'content', mediaType, 'schema'],
  }));
}
