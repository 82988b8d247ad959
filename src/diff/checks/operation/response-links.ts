import { type JsonObject, objectAt, sameJson, sortedKeys, textAt } from '../../../json/json.js';
import type { OpenDocument } from '../../../openapi/open-document.js';
import { listOperations } from '../../../openapi/operations/list-operations.js';
import { matchResponses } from '../../../openapi/operations/match-responses.js';
import { shapeOf } from '../../../openapi/operations/align-operations.js';
import { operationFamily } from '../../family.js';

/** What an answer links to. Links describe; no server answers in another way for them. */
export const responseLinks = operationFamily({
  name: 'response-links',
  inbound: false,
  checks: {
    'response-link-removed': ['warning', 'response', 'links', 'existence', 'remove'],
    'response-link-added': ['info', 'response', 'links', 'existence', 'add'],
    'response-link-changed': ['warning', 'response', 'links', 'structure', 'change'],
  },
  compare: (pair) =>
    matchResponses(pair).flatMap(({ status, base, revision, baseTokens, revisionTokens }) => {
      const [from, to] = [objectAt(base['links']), objectAt(revision['links'])];
      const has = (links: JsonObject, name: string) => Object.hasOwn(links, name);
      return [
        ...sortedKeys(from)
          .filter((name) => !has(to, name))
          .map((name) => ({
            id: 'response-link-removed' as const,
            tokens: [...baseTokens, 'links', name],
            message: `the link ${name} of the response ${status} was removed`,
          })),
        ...sortedKeys(to)
          .filter((name) => !has(from, name))
          .map((name) => ({
            id: 'response-link-added' as const,
            tokens: [...revisionTokens, 'links', name],
            message: `the response ${status} has the new link ${name}`,
          })),
        ...sortedKeys(to)
          .filter((name) => has(from, name))
          .filter((name) => {
            const links = [
              readLink(pair.base.document, from[name]),
              readLink(pair.revision.document, to[name]),
            ] as const;
            return !sameJson(...links);
          })
          .map((name) => ({
            id: 'response-link-changed' as const,
            tokens: [...revisionTokens, 'links', name],
            message: `the link ${name} of the response ${status} leads elsewhere, or with other values`,
          })),
      ];
    }),
});

/** Where a link leads and with which values; an operation has the same name whatever its operationId is. */
function readLink(document: OpenDocument, written: JsonObject[string]): JsonObject {
  const { operationId, operationRef, parameters, requestBody, server } = document.resolve(written);
  const id = textAt(operationId);
  const target = id === null ? undefined : operationsOf(document).get(id);
  return { target: target ?? operationId ?? operationRef, parameters, requestBody, server };
}

const known = new WeakMap<JsonObject, ReadonlyMap<string, string>>();

/** The operations of a document by their operationId. */
function operationsOf(document: OpenDocument): ReadonlyMap<string, string> {
  const found =
    known.get(document.root) ??
    new Map(
      listOperations(document).flatMap(({ operationId, method, path }) =>
        operationId === null ? [] : [[operationId, `${method} ${shapeOf(path)}`] as const],
      ),
    );
  known.set(document.root, found);
  return found;
}
