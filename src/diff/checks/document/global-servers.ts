import { documentFamily } from '../../family.js';
import {
  type AlignedOperations,
  movedPaths,
  type PathsOfServers,
  unmoved,
} from '../../../openapi/operations/align-operations.js';
import { compareServers } from '../../../openapi/operations/read-servers.js';

/** What moved for all operations that have no servers of their own. */
function pathsThatMoved({ common }: AlignedOperations): PathsOfServers {
  const moves = common
    .filter(({ base, revision }) => base.servers === undefined && revision.servers === undefined)
    .map(movedPaths);
  const [first = unmoved] = moves;
  return moves.includes(unmoved) ? unmoved : first;
}

export const globalServers = documentFamily({
  name: 'global-servers',
  checks: {
    'api-global-server-removed': ['warning', 'none', 'servers', 'existence', 'remove'],
    'api-global-server-added': ['info', 'none', 'servers', 'existence', 'add'],
  },
  compare: ({ base, revision, operations }) => {
    const { removed, added } = compareServers(
      base.root['servers'],
      revision.root['servers'],
      pathsThatMoved(operations),
    );
    return [
      ...removed.map((address) => ({
        id: 'api-global-server-removed' as const,
        tokens: ['servers'],
        message: `the server ${address} is no longer listed`,
      })),
      ...added.map((address) => ({
        id: 'api-global-server-added' as const,
        tokens: ['servers'],
        message: `the server ${address} is new`,
      })),
    ];
  },
});
