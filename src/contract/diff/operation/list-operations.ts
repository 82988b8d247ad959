import { isObject, objectAt, textAt, type JsonObject } from '../../../json/json.js';
import type { OpenDocument } from '../open-document.js';
import type { Operation } from './operation.js';
import { readParametersAt } from './read-parameters.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** Lists the operations under `paths`. */
export function listOperations(document: OpenDocument): readonly Operation[] {
  return Object.keys(objectAt(document.root['paths'])).flatMap((path) =>
    listPathOperations(document, objectAt(document.root['paths'])[path], ['paths', path]),
  );
}

/** Lists the operations of one path item: of a path, a webhook or a callback. */
export function listPathOperations(
  document: OpenDocument,
  written: JsonObject[string],
  at: readonly string[],
): readonly Operation[] {
  const item = document.resolve(written);
  return methods
    .filter((method) => isObject(item[method]))
    .map((method) => {
      const node = objectAt(item[method]);
      return {
        document,
        node,
        method: method.toUpperCase(),
        path: at.at(-1) ?? '',
        tokens: [...at, method],
        operationId: textAt(node['operationId']),
        apiVersion: readVersion(node),
        parameters: readParametersAt(document, item, at, method),
      };
    });
}

function readVersion(node: JsonObject): string | null {
  const version = node['x-svc-version'];
  return typeof version === 'number' ? String(version) : textAt(version);
}
