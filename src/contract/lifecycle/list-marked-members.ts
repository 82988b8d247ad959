import { isObject, listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { readDay } from '../../text/date.js';
import { openDocument } from '../diff/open-document.js';
import { listOperations } from '../diff/operation/list-operations.js';
import type { ContractLock } from '../lock/contract-lock.js';
import type { LifecycleEntry } from './lifecycle-entry.js';

type Marked = Omit<LifecycleEntry, 'state' | 'daysLeft'>;

/** The deprecated parameters and properties of a contract; a property of a component is listed once. */
export function listMarkedMembers({ version, document }: ContractLock): readonly Marked[] {
  const operations = listOperations(openDocument(document));
  const parameters = operations.flatMap(({ method, path, parameters: list }) =>
    list
      .filter(({ node }) => node['deprecated'] === true)
      .map(({ name, carrier, node }) =>
        mark('parameter', `${carrier} parameter "${name}" of ${method} ${path}`, node, { version, method, path }),
      ),
  );
  const named = Object.entries(objectAt(objectAt(document['components'])['schemas'])).flatMap(([name, schema]) =>
    listProperties(schema).map(({ place, node }) =>
      mark('property', `property ${[name, ...place].join('.')}`, node, { version, method: null, path: null }),
    ),
  );
  const inline = operations.flatMap(({ method, path, node }) =>
    [...requestSchemas(node), ...responseSchemas(node)].flatMap(({ where, schema }) =>
      listProperties(schema).map(({ place, node: property }) =>
        mark('property', `property ${place.join('.')} in the ${where} of ${method} ${path}`, property, {
          version,
          method,
          path,
        }),
      ),
    ),
  );
  return [...parameters, ...named, ...inline];
}

function mark(
  kind: Marked['kind'],
  name: string,
  node: JsonObject,
  identity: Pick<Marked, 'version' | 'method' | 'path'>,
): Marked {
  return {
    kind,
    name,
    ...identity,
    since: isoDate(node['x-deprecated-since']),
    sunset: isoDate(node['x-sunset']),
    brownouts: [],
    link: null,
    source: null,
  };
}

/** The diff reports dates in other formats. */
function isoDate(value: Json | undefined): string | null {
  const text = textAt(value);
  return text === null || readDay(text) === null ? null : new Date(text).toISOString();
}

interface Place {
  readonly place: readonly string[];
  readonly node: JsonObject;
}

/** Deprecated properties of a schema and its subschemas, without following references. */
function listProperties(schema: Json | undefined, at: readonly string[] = []): readonly Place[] {
  if (Array.isArray(schema)) return schema.flatMap((item: Json) => listProperties(item, at));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword !== 'properties')
      return ['default', 'const', 'enum', 'example', 'examples'].includes(keyword) ? [] : listProperties(value, at);
    return Object.entries(objectAt(value)).flatMap(([name, property]) => {
      const place = [...at, name];
      return [
        ...(objectAt(property)['deprecated'] === true ? [{ place, node: objectAt(property) }] : []),
        ...listProperties(property, place),
      ];
    });
  });
}

interface Use {
  readonly where: string;
  readonly schema: Json | undefined;
}

const requestSchemas = (operation: JsonObject): readonly Use[] =>
  contentSchemas(objectAt(operation['requestBody']), 'request body');

function responseSchemas(operation: JsonObject): readonly Use[] {
  return Object.entries(objectAt(operation['responses'])).flatMap(([status, response]) =>
    contentSchemas(objectAt(response), `response ${status}`),
  );
}

function contentSchemas(holder: JsonObject, where: string): readonly Use[] {
  return listAt(Object.values(objectAt(holder['content'])) as readonly Json[]).map((media) => ({
    where,
    schema: objectAt(media)['schema'],
  }));
}
