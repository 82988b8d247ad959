import { operationFamily } from '../../family.js';
import { movedPaths } from '../../../openapi/operations/align-operations.js';
import { compareServers } from '../../../openapi/operations/read-servers.js';

/** Compares operations with servers of their own; those of the document are compared once. */
export const servers = operationFamily({
  name: 'servers',
  inbound: false,
  checks: {
    'api-server-removed': ['warning', 'none', 'servers', 'existence', 'remove'],
    'api-server-added': ['info', 'none', 'servers', 'existence', 'add'],
  },
  compare: (pair) => {
    const { base, revision } = pair;
    if (base.servers === undefined && revision.servers === undefined) return [];
    const { removed, added } = compareServers(
      base.servers ?? base.document.root['servers'],
      revision.servers ?? revision.document.root['servers'],
      movedPaths(pair),
    );
    const tokens = [...revision.tokens, 'servers'];
    return [
      ...removed.map((address) => ({
        id: 'api-server-removed' as const,
        tokens,
        message: `the operation is no longer served at ${address}`,
      })),
      ...added.map((address) => ({
        id: 'api-server-added' as const,
        tokens,
        message: `the operation is now also served at ${address}`,
      })),
    ];
  },
});
