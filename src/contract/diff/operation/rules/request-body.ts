import { isObject, objectAt } from '../../../../json/json.js';
import { matchContent } from '../media-types.js';
import type { Operation } from '../operation.js';
import type { OperationRule } from '../operation-rule.js';

export const requestBodyRule: OperationRule = {
  name: 'request-body',
  inbound: false,
  compare: ({ base, revision }) => {
    const [from, to] = [readBody(base), readBody(revision)];
    const tokens = [...revision.tokens, 'requestBody'];
    if (!from && !to) return [];
    if (!from) {
      const required = to!['required'] === true;
      return [
        {
          id: required ? 'request-body-added-required' : 'request-body-added-optional',
          tokens,
          message: `a${required ? ' required' : 'n optional'} request body was added`,
        },
      ];
    }
    if (!to)
      return [
        {
          id: 'request-body-removed',
          tokens: [...base.tokens, 'requestBody'],
          message: 'the request body was removed',
        },
      ];
    if ((from['required'] === true) === (to['required'] === true)) return [];
    return [
      to['required'] === true
        ? { id: 'request-body-became-required', tokens, message: 'the request body became required' }
        : { id: 'request-body-became-optional', tokens, message: 'the request body became optional' },
    ];
  },
};

export const requestMediaTypeRule: OperationRule = {
  name: 'request-media-type',
  inbound: false,
  compare: ({ base, revision }) => {
    const [from, to] = [readBody(base), readBody(revision)];
    if (!from || !to) return [];
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
        const had = objectAt(objectAt(from['content'])[match.base])['schema'] !== undefined;
        const has = objectAt(objectAt(to['content'])[match.revision])['schema'] !== undefined;
        if (had === has) return [];
        return [
          {
            id: has
              ? ('request-body-media-type-schema-added' as const)
              : ('request-body-media-type-schema-removed' as const),
            tokens: [...at(has ? revision : base, has ? match.revision : match.base), 'schema'],
            message: `the request body as ${match.revision} ${has ? 'has a schema now' : 'lost its schema'}`,
          },
        ];
      }),
    ];
  },
};

function readBody({ document, node }: Operation) {
  return isObject(node['requestBody']) ? document.resolve(node['requestBody']) : null;
}
