import { isObject, listAt, objectAt, textAt } from '../../json/json.js';
import { carriers } from '../operations/read-parameters.js';
import { type MistakeKind, nameOf, quote } from './document-mistake.js';

const missingId: MistakeKind = {
  id: 'operation-id-missing',
  summary: 'Every operation has an operationId.',
  find: ({ operations }) =>
    operations
      .filter(({ operationId }) => operationId === null)
      .map((operation) => ({
        message: `${nameOf(operation)} has no operationId.`,
        fix: 'Add one, which clients and links can name it by.',
        tokens: operation.tokens,
      })),
};

const repeatedId: MistakeKind = {
  id: 'operation-id-repeated',
  summary: 'No two operations have the same operationId.',
  find: ({ allOperations }) => {
    const known = new Map<string, string>();
    return allOperations.flatMap((operation) => {
      const { operationId, tokens } = operation;
      const first = operationId === null ? undefined : known.get(operationId);
      if (operationId !== null && first === undefined) known.set(operationId, nameOf(operation));
      if (first === undefined) return [];
      return [
        {
          message: `${nameOf(operation)} has the operationId "${operationId}", and so has ${first}.`,
          fix: 'Give each its own.',
          tokens: [...tokens, 'operationId'],
        },
      ];
    });
  },
};

const missingResponses: MistakeKind = {
  id: 'responses-missing',
  summary: 'Every operation has a response.',
  find: ({ allOperations }) =>
    allOperations
      .filter(({ node }) => Object.keys(objectAt(node['responses'])).every((status) => status.startsWith('x-')))
      .map((operation) => ({
        message: `${nameOf(operation)} has no responses.`,
        fix: 'Describe what it answers, such as 200.',
        tokens: operation.tokens,
      })),
};

const wrongStatus: MistakeKind = {
  id: 'response-not-a-status',
  summary: 'A response is one of a status, of a range such as 4XX, or the default.',
  find: ({ allOperations }) =>
    allOperations.flatMap((operation) =>
      Object.keys(objectAt(operation.node['responses']))
        .filter((status) => !/^(?:[1-5](?:\d\d|XX)|default|x-.*)$/i.test(status))
        .map((status) => ({
          message: `${nameOf(operation)} has a response "${status}", which is no status.`,
          fix: 'Write a status such as 200, a range such as 4XX, or default.',
          tokens: [...operation.tokens, 'responses', status],
        })),
    ),
};

const unreadParameter: MistakeKind = {
  id: 'parameter-unread',
  summary: 'A parameter has a name, and is in the query, the path, a header or a cookie.',
  find: ({ document, values }) =>
    values.flatMap(({ value, place, tokens }) => {
      const { name, in: carrier, $ref } = document.resolve(value);
      const isRead = textAt(name) !== null && carriers.has(String(carrier));
      if (place !== 'parameter' || isRead || !isObject(value) || $ref !== undefined || value['$ref'] !== undefined)
        return [];
      return [
        {
          message: `A parameter has the name ${quote(name) ?? 'nothing'} and is in ${quote(carrier) ?? 'nothing'}, so it is not read.`,
          fix: `Give it a name, and one of these places: ${[...carriers].join(', ')}.`,
          tokens: tokens(),
        },
      ];
    }),
};

const repeatedParameter: MistakeKind = {
  id: 'parameter-repeated',
  summary: 'A list of parameters has each of them once.',
  find: ({ document, values }) =>
    values.flatMap(({ value, place, tokens }) => {
      if (place !== 'parameter[]') return [];
      const known = new Set<string>();
      return listAt(value).flatMap((item, index) => {
        const { name, in: carrier } = document.resolve(item);
        const key = `${String(carrier)} ${carrier === 'header' ? String(name).toLowerCase() : String(name)}`;
        const isRepeated = textAt(name) !== null && known.has(key);
        known.add(key);
        if (!isRepeated) return [];
        return [
          {
            message: `The ${String(carrier)} parameter "${String(name)}" is listed twice; the last one counts.`,
            fix: 'Remove one of them.',
            tokens: [...tokens(), String(index)],
          },
        ];
      });
    }),
};

export const operationMistakes: readonly MistakeKind[] = [
  missingId,
  repeatedId,
  missingResponses,
  wrongStatus,
  unreadParameter,
  repeatedParameter,
];
