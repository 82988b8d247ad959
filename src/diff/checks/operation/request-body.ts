import { isObject, type JsonObject } from '../../../json/json.js';
import { operationFamily } from '../../family.js';
import { matchContent, mediaAt, mediaSchemas } from '../../../openapi/operations/media-types.js';
import type { Operation, OperationPair } from '../../../openapi/operations/operation-pair.js';

export const requestBody = operationFamily({
  name: 'request-body',
  inbound: false,
  checks: {
    'request-body-added-required': ['error', 'request', 'requestBody', 'existence', 'add'],
    'request-body-added-optional': ['info', 'request', 'requestBody', 'existence', 'add'],
    'request-body-removed': ['error', 'request', 'schema', 'existence', 'remove'],
    'request-body-became-optional': ['info', 'request', 'requestBody', 'requiredness', 'change'],
    'request-body-became-required': ['error', 'request', 'requestBody', 'requiredness', 'change'],
    'request-body-media-type-added': ['info', 'request', 'requestBody', 'existence', 'add'],
    'request-body-media-type-removed': ['error', 'request', 'requestBody', 'existence', 'remove'],
    'request-body-media-type-schema-added': ['error', 'request', 'requestBody', 'existence', 'add'],
    'request-body-media-type-schema-removed': ['info', 'request', 'requestBody', 'existence', 'remove'],
  },
  compare: (pair) => {
    const [from, to] = [readBody(pair.base), readBody(pair.revision)];
    if (from && to) return [...compareRequiredness(pair, from, to), ...compareContent(pair, from, to)];
    const at = ({ tokens }: Operation) => [...tokens, 'requestBody'];
    if (from) return [{ id: 'request-body-removed', tokens: at(pair.base), message: 'the request body was removed' }];
    if (!to) return [];
    const tokens = at(pair.revision);
    return [
      to['required'] === true
        ? { id: 'request-body-added-required', tokens, message: 'a required request body was added' }
        : { id: 'request-body-added-optional', tokens, message: 'an optional request body was added' },
    ];
  },
});

function readBody({ document, node }: Operation): JsonObject | null {
  return isObject(node['requestBody']) ? document.resolve(node['requestBody']) : null;
}

function compareRequiredness({ revision }: OperationPair, from: JsonObject, to: JsonObject) {
  if ((from['required'] === true) === (to['required'] === true)) return [];
  const tokens = [...revision.tokens, 'requestBody'];
  return [
    to['required'] === true
      ? { id: 'request-body-became-required' as const, tokens, message: 'the request body became required' }
      : { id: 'request-body-became-optional' as const, tokens, message: 'the request body became optional' },
  ];
}

function compareContent({ base, revision }: OperationPair, from: JsonObject, to: JsonObject) {
  const { added, removed, common } = matchContent(from, to);
  const lost = common.filter(({ relation }) => relation === 'specialized' || relation === 'changed');
  const gained = common.filter(({ relation }) => relation === 'generalized');
  const at = (operation: Operation, name: string) => [...operation.tokens, 'requestBody', 'content', name];
  return [
    ...[...removed, ...lost.map((match) => match.base)].map((name) => ({
      id: 'request-body-media-type-removed' as const,
      tokens: at(base, name),
      message: `the request body may no longer be ${name}`,
    })),
    ...[...added, ...gained.map((match) => match.revision)].map((name) => ({
      id: 'request-body-media-type-added' as const,
      tokens: at(revision, name),
      message: `the request body may now be ${name}`,
    })),
    ...common.flatMap((match) => {
      const [before, after] = [mediaAt(base, from, match.base), mediaAt(revision, to, match.revision)];
      return mediaSchemas
        .filter((keyword) => (before[keyword] === undefined) !== (after[keyword] === undefined))
        .map((keyword) => {
          const subject = `the request body as ${match.revision}`;
          const words = keyword === 'schema' ? 'a schema' : 'a schema for its items';
          return after[keyword] !== undefined
            ? {
                id: 'request-body-media-type-schema-added' as const,
                tokens: [...at(revision, match.revision), keyword],
                message: `${subject} now has ${words}`,
              }
            : {
                id: 'request-body-media-type-schema-removed' as const,
                tokens: [...at(base, match.base), keyword],
                message: `${subject} no longer has ${words}`,
              };
        });
    }),
  ];
}
