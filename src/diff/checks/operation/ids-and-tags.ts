import { listAt } from '../../../json/json.js';
import { operationFamily } from '../../family.js';
import type { OperationPair } from '../../../openapi/operations/operation-pair.js';

export const idsAndTags = operationFamily({
  name: 'ids-and-tags',
  inbound: true,
  checks: {
    'api-operation-id-removed': ['info', 'none', 'paths', 'existence', 'remove'],
    'api-operation-id-added': ['info', 'none', 'paths', 'existence', 'add'],
    'api-tag-removed': ['info', 'none', 'tags', 'existence', 'remove'],
    'api-tag-added': ['info', 'none', 'tags', 'existence', 'add'],
  },
  compare: (pair, { alignment }) => [...(alignment === 'path' ? compareIds(pair) : []), ...compareTags(pair)],
});

function compareIds({ base, revision }: OperationPair) {
  if (base.operationId === revision.operationId) return [];
  const tokens = [...revision.tokens, 'operationId'];
  if (base.operationId === null) {
    const message = `operation id "${revision.operationId}" was added`;
    return [{ id: 'api-operation-id-added' as const, tokens, message }];
  }
  const end = revision.operationId === null ? 'was removed' : `was replaced by "${revision.operationId}"`;
  return [{ id: 'api-operation-id-removed' as const, tokens, message: `operation id "${base.operationId}" ${end}` }];
}

function compareTags({ base, revision }: OperationPair) {
  const [from, to] = [listAt(base.node['tags']), listAt(revision.node['tags'])];
  const [before, after] = [new Set(from), new Set(to)];
  const tokens = [...revision.tokens, 'tags'];
  return [
    ...from
      .filter((tag) => !after.has(tag))
      .map((tag) => ({ id: 'api-tag-removed' as const, tokens, message: `tag "${String(tag)}" was removed` })),
    ...to
      .filter((tag) => !before.has(tag))
      .map((tag) => ({ id: 'api-tag-added' as const, tokens, message: `tag "${String(tag)}" was added` })),
  ];
}
