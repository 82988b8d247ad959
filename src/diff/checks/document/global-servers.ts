import { documentFamily } from '../../family.js';
import { compareServers } from '../../../openapi/operations/read-servers.js';

export const globalServers = documentFamily({
  name: 'global-servers',
  checks: {
    'api-global-server-removed': ['warning', 'none', 'servers', 'existence', 'remove'],
    'api-global-server-added': ['info', 'none', 'servers', 'existence', 'add'],
  },
  compare: ({ base, revision }) => {
    const { removed, added } = compareServers(base.root['servers'], revision.root['servers']);
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
