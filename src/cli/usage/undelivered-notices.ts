import type { UndeliveredNotice } from '../../routing/table/lifecycle-store.js';
import { readableTime } from '../../text/date.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { openService, refuseDocuments, type ServiceChoice } from '../sources/open-service.js';
import { coloursFor } from '../terminal/colours.js';
import { printTable } from '../terminal/print-table.js';
import { readStores } from './read-usage.js';

const instead =
  'Add openUsage to its definition, which returns { store, lifecycle, close } with lifecycle: sqlLifecycleStore(kysely) of @svckit/stores.';

/** What did not arrive, by the store that the service opens. */
export async function readNotices(
  choice: ServiceChoice,
  config: string | undefined,
  io: Io,
): Promise<readonly UndeliveredNotice[]> {
  const use = { command: 'svc lifecycle --notices', instead: 'Documents send no notices: leave --notices out.' };
  if (choice.document) throw refuseDocuments('--document', use);
  const { definition } = await openService(choice, use, io);
  return readStores(
    definition,
    { config, what: 'notices are', instead },
    ({ lifecycle }) => {
      if (lifecycle) return lifecycle.undelivered();
      throw new CommandFailure(`The openUsage of this service opens no notices. ${instead}`);
    },
    io,
  );
}

/** As a table for people, the oldest first. */
export function noticesTable(
  notices: readonly UndeliveredNotice[],
  { stdout, env }: Pick<Io, 'stdout' | 'env'>,
): string {
  if (notices.length === 0) return 'Every notice arrived.\n';
  const { bold, red } = coloursFor(stdout, env);
  const heading = ['NOT DELIVERED', 'ATTEMPTS', 'SINCE', 'NEXT ATTEMPT', 'FAILURE'].map(
    (name) => [name, bold] as const,
  );
  const rows = notices.map(
    ({ notice, attempts, since, next, failure }) =>
      [notice, String(attempts), minute(since), minute(next), [failure ?? '', red]] as const,
  );
  return printTable([heading, ...rows]);
}

export const noticeRecords = (notices: readonly UndeliveredNotice[]) =>
  notices.map(({ since, next, ...notice }) => ({ ...notice, since: iso(since), next: iso(next) }));

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const minute = (milliseconds: number) => readableTime(iso(milliseconds - (milliseconds % 60_000)));
