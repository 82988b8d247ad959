import { isObject, type Json, type JsonObject, listAt, objectAt } from '../json/json.js';
import type { Uses } from './step.js';

/** Where each schema of a document is used, by its name, directly or inside another one. */
export function usesIn(document: JsonObject): (name: string) => Required<Uses> {
  const requests = new Set<string>();
  const answers = new Set<string>();
  const lists = new Set<string>();
  const components = objectAt(document['components']);
  const visit = (node: Json | undefined, into: Set<string>): void => {
    if (Array.isArray(node)) for (const item of node as readonly Json[]) visit(item, into);
    if (!isObject(node)) return;
    for (const [key, value] of Object.entries(node)) if (key !== '$ref') visit(value, into);
    const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(String(node['$ref'])) ?? [];
    if (kind === undefined || name === undefined || into.has(`${kind}/${name}`)) return;
    into.add(`${kind}/${name}`);
    visit(objectAt(components[kind])[name.replaceAll('~1', '/').replaceAll('~0', '~')], into);
  };
  for (const item of Object.values(objectAt(document['paths'])))
    for (const operation of Object.values(objectAt(item))) {
      if (!isObject(operation)) {
        visit(operation, requests);
        continue;
      }
      visit(listAt(operation['parameters']), requests);
      for (const parameter of listAt(operation['parameters']))
        visit(objectAt(objectAt(parameter)['schema'])['items'], lists);
      visit(operation['requestBody'], requests);
      visit(operation['responses'], answers);
    }
  return (name) => {
    const key = `schemas/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return { requests: requests.has(key), answers: answers.has(key), lists: lists.has(key) };
  };
}
