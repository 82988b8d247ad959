import { isObject, objectAt, sortedKeys, textAt, type JsonObject } from '../../json/json.js';
import type { OpenDocument } from '../open-document.js';
import type { Operation } from './operation-pair.js';
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
  const item = withSiblings(document, written);
  const others = objectAt(item['additionalOperations']);
  return [
    ...methods.map((method) => ({ method: method.toUpperCase(), node: item[method], tokens: [...at, method] })),
    ...Object.keys(others).map((method) => ({
      method,
      node: others[method],
      tokens: [...at, 'additionalOperations', method],
    })),
  ]
    .filter(({ node }) => isObject(node))
    .map(({ method, node: found, tokens }) => {
      const node = objectAt(found);
      return {
        document,
        node,
        method,
        path: at.at(-1) ?? '',
        tokens,
        operationId: textAt(node['operationId']),
        apiVersion: readVersion(node),
        parameters: readParametersAt(document, item, at, { node, tokens }),
        servers: node['servers'] ?? item['servers'],
      };
    });
}

/** A path item may have a `$ref` and operations of its own, which count where both have them. */
function withSiblings(document: OpenDocument, written: JsonObject[string]): JsonObject {
  if (!isObject(written) || written['$ref'] === undefined) return objectAt(written);
  const { $ref, ...own } = written;
  return { ...document.resolve({ $ref }), ...own };
}

/** Lists the webhooks of a document, by their name and method in words. */
export function listWebhooks(document: OpenDocument): ReadonlyMap<string, Operation> {
  const webhooks = objectAt(document.root['webhooks']);
  return new Map(
    sortedKeys(webhooks)
      .flatMap((name) => listPathOperations(document, webhooks[name], ['webhooks', name]))
      .map((operation) => [`"${operation.path}" (${operation.method})`, operation] as const),
  );
}

/** Lists the callbacks of an operation, by their name, method and expression in words. */
export function listCallbacks({ document, node, tokens }: Operation): ReadonlyMap<string, Operation> {
  const callbacks = objectAt(node['callbacks']);
  return new Map(
    sortedKeys(callbacks).flatMap((name) => {
      const expressions = document.resolve(callbacks[name]);
      return sortedKeys(expressions)
        .filter((key) => !key.startsWith('x-'))
        .flatMap((expression) =>
          listPathOperations(document, expressions[expression], [...tokens, 'callbacks', name, expression]).map(
            (operation) => [`"${name}" (${operation.method} ${expression})`, operation] as const,
          ),
        );
    }),
  );
}

function readVersion(node: JsonObject): string | null {
  const version = node['x-svc-version'];
  return typeof version === 'number' ? String(version) : textAt(version);
}
