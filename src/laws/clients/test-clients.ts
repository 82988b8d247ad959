import type { Change } from '../../changes/change.js';
import type { Binding } from '../../routing/table/binding.js';
import type { Route } from '../../routing/table/route.js';
import type { Versions } from '../../changes/known-versions.js';
import type { LawFinding } from '../law-finding.js';
import type { PreviewStage } from '../preview-stages.js';
import type { DatedTrial } from '../law.js';
import { within, worldsOf } from '../world.js';
import { type ClientWrite, clientWrite } from './client-exchange.js';
import { type CrossedOperation, listCrossed, listPreviewed } from './crossed-operation.js';
import { changesOf, drawUpdates } from './draw-updates.js';
import { listUpdates, type Update } from './list-updates.js';
import { testQueries } from './test-queries.js';
import { testParts } from './test-parts.js';
import { brokenLaws, fatal, testUpdate } from './test-updates.js';
import { testWritten } from './test-written.js';

interface ClientsInput {
  readonly versions: Versions;
  readonly routes: readonly Route[];
  readonly bindings: ReadonlyMap<Route, Binding>;
  readonly stages: readonly PreviewStage[];
  readonly isChosen: (change: Change) => boolean;
}

/** What clients of each older version, or without a preview, do with several operations, where a change touches one of them. */
export function testClients(
  { versions, routes, bindings, stages, isChosen }: ClientsInput,
  found: readonly LawFinding[],
  trial: DatedTrial,
): readonly LawFinding[] {
  const broken = brokenLaws(found);
  return within(worldsOf(trial.asOf).here, () =>
    [...listCrossed(versions, routes, bindings), ...listPreviewed(stages)].flatMap((crossed) => {
      const queries = testQueries(crossed, isChosen, broken, trial);
      const writes = listWrites(crossed, isChosen).map((one) => testWrite(one, broken, trial));
      const lost = writes.flatMap((one) => one.lost);
      const others = writes.flatMap(({ written, parts }) => [...written, ...parts]);
      return [
        ...queries,
        ...lost,
        ...others.filter((one) => !lost.some(({ source, subject }) => isSame(one, { source, subject }))),
      ];
    }),
  );
}

/** A POST, a PUT or a PATCH, with what its clients read before, and whether it takes a part. */
interface Write {
  readonly write: ClientWrite;
  readonly update: Update | null;
  readonly isPart: boolean;
}

function listWrites(crossed: readonly CrossedOperation[], isChosen: (change: Change) => boolean): readonly Write[] {
  const updates = new Map(listUpdates(crossed, isChosen).map((one) => [one.write.operation, one]));
  return crossed.flatMap((operation) => {
    const update = updates.get(operation) ?? null;
    const isPart = [operation.older, operation.newer].every(({ method }) => method === 'PATCH');
    const isTested = isPart && operation.changes.some(isChosen);
    const write = update?.write ?? (isTested ? clientWrite(operation) : null);
    return write ? [{ write, update, isPart: isTested }] : [];
  });
}

/** All laws of a write see the same values. */
function testWrite(
  { write, update, isPart }: Write,
  broken: ReadonlyMap<string, ReadonlySet<string>>,
  trial: DatedTrial,
): Readonly<Record<'lost' | 'written' | 'parts', readonly LawFinding[]>> {
  const session = update ?? { read: null, write };
  const changes = changesOf(session);
  const isBroken = changes.some(({ id }) => fatal.some((law) => broken.get(id)?.has(law)));
  const draws = isBroken ? null : drawUpdates(session, changes, trial);
  if (!draws) return { lost: [], written: [], parts: [] };
  const replaces = write.operation.older.method !== 'POST';
  return {
    lost: update && replaces ? testUpdate(update, draws, broken, trial) : [],
    written: update ? testWritten(update, draws, broken, trial) : [],
    parts: isPart ? testParts(write, update, draws, trial) : [],
  };
}

/** What one line does to one operation is reported once. */
const isSame = (one: LawFinding, { source, subject }: Pick<LawFinding, 'source' | 'subject'>) =>
  one.subject === subject && one.source?.file === source?.file && one.source?.line === source?.line;
