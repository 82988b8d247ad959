import { isObject, objectAt } from '../../../json/json.js';
import { operationFamily } from '../../family.js';
import { matchParameters, describeParameter } from '../../operation/match-parameters.js';
import { governor, listStatuses } from '../../../openapi/operations/match-responses.js';
import { matchContent } from '../../../openapi/operations/media-types.js';
import type { Operation, OperationPair } from '../../../openapi/operations/operation-pair.js';

/** Webhooks and callbacks: the client receives the request and sends the answer. */
export const inbound = operationFamily({
  name: 'inbound',
  inbound: true,
  checks: {
    'incoming-request-body-added': ['info', 'response', 'requestBody', 'existence', 'add'],
    'incoming-request-body-removed': ['error', 'response', 'requestBody', 'existence', 'remove'],
    'incoming-request-body-became-optional': ['error', 'response', 'requestBody', 'requiredness', 'change'],
    'incoming-request-media-type-added': ['error', 'response', 'requestBody', 'existence', 'add'],
    'incoming-request-media-type-removed': ['info', 'response', 'requestBody', 'existence', 'remove'],
    'incoming-request-parameter-added': ['info', 'response', 'parameters', 'existence', 'add'],
    'incoming-request-parameter-removed': ['error', 'response', 'parameters', 'existence', 'remove'],
    'incoming-request-parameter-became-optional': ['error', 'response', 'parameters', 'requiredness', 'change'],
    'answer-status-added': ['info', 'request', 'responses', 'existence', 'add'],
    'answer-status-removed': ['error', 'request', 'responses', 'existence', 'remove'],
  },
  compare: (pair) =>
    pair.inbound ? [...compareBodies(pair), ...compareParameters(pair), ...compareAnswers(pair)] : [],
});

function compareBodies({ base, revision }: OperationPair) {
  const [from, to] = [readBody(base), readBody(revision)];
  const tokens = [...(to ? revision : base).tokens, 'requestBody'];
  if (!from && !to) return [];
  if (!from)
    return [{ id: 'incoming-request-body-added' as const, tokens, message: 'the incoming request now has a body' }];
  if (!to)
    return [
      { id: 'incoming-request-body-removed' as const, tokens, message: 'the incoming request no longer has a body' },
    ];
  const { added, removed, common } = matchContent(from, to);
  const renamed = common.filter(({ relation }) => relation === 'generalized' || relation === 'changed');
  const at = (name: string) => [...tokens, 'content', name];
  return [
    ...(from['required'] === true && to['required'] !== true
      ? [
          {
            id: 'incoming-request-body-became-optional' as const,
            tokens,
            message: 'the incoming request may now come without a body',
          },
        ]
      : []),
    ...[...added, ...renamed.map((match) => match.revision)].map((name) => ({
      id: 'incoming-request-media-type-added' as const,
      tokens: at(name),
      message: `the incoming request may now be ${name}`,
    })),
    ...removed.map((name) => ({
      id: 'incoming-request-media-type-removed' as const,
      tokens: at(name),
      message: `the incoming request is no longer ${name}`,
    })),
  ];
}

function compareParameters(pair: OperationPair) {
  const { common, added, removed, moved } = matchParameters(pair);
  return [
    ...added.map((parameter) => ({
      id: 'incoming-request-parameter-added' as const,
      tokens: parameter.tokens,
      message: `the incoming request now has the ${describeParameter(parameter)}`,
    })),
    ...[...removed, ...moved.map(({ base }) => base)].map((parameter) => ({
      id: 'incoming-request-parameter-removed' as const,
      tokens: parameter.tokens,
      message: `the incoming request no longer has the ${describeParameter(parameter)}`,
      cappedLevel: parameter.required ? null : ('warning' as const),
    })),
    ...common
      .filter(({ base, revision }) => base.required && !revision.required)
      .map(({ revision }) => ({
        id: 'incoming-request-parameter-became-optional' as const,
        tokens: revision.tokens,
        message: `the incoming request may now lack the ${describeParameter(revision)}`,
      })),
  ];
}

/** What the server understands as an answer. */
function compareAnswers({ base, revision }: OperationPair) {
  const [from, to] = [listStatuses(base), listStatuses(revision)];
  return [
    ...from
      .filter((status) => governor(status, to) === null)
      .map((status) => ({
        id: 'answer-status-removed' as const,
        tokens: [...base.tokens, 'responses', status],
        message: `the answer ${status} is no longer understood`,
      })),
    ...to
      .filter((status) => governor(status, from) === null)
      .map((status) => ({
        id: 'answer-status-added' as const,
        tokens: [...revision.tokens, 'responses', status],
        message: `the answer ${status} is now understood`,
      })),
  ];
}

function readBody({ document, node }: Operation) {
  return isObject(node['requestBody']) ? objectAt(document.resolve(node['requestBody'])) : null;
}
