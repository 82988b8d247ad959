import { listAt } from '../../../../json/json.js';
import type { OperationRule } from '../operation-rule.js';

export const operationIdRule: OperationRule = {
  name: 'operation-id',
  inbound: true,
  compare: ({ base, revision }, { alignment }) => {
    if (base.operationId === revision.operationId || alignment !== 'path') return [];
    const tokens = [...revision.tokens, 'operationId'];
    if (base.operationId === null)
      return [{ id: 'api-operation-id-added', tokens, message: `operation id "${revision.operationId}" was added` }];
    const end = revision.operationId === null ? 'was removed' : `was replaced by "${revision.operationId}"`;
    return [{ id: 'api-operation-id-removed', tokens, message: `operation id "${base.operationId}" ${end}` }];
  },
};

export const tagsRule: OperationRule = {
  name: 'tags',
  inbound: true,
  compare: ({ base, revision }) => {
    const [from, to] = [listAt(base.node['tags']), listAt(revision.node['tags'])];
    const tokens = [...revision.tokens, 'tags'];
    return [
      ...from
        .filter((tag) => !to.includes(tag))
        .map((tag) => ({ id: 'api-tag-removed' as const, tokens, message: `tag "${String(tag)}" was removed` })),
      ...to
        .filter((tag) => !from.includes(tag))
        .map((tag) => ({ id: 'api-tag-added' as const, tokens, message: `tag "${String(tag)}" was added` })),
    ];
  },
};
