import type { Change } from '../../routing/changes/change.js';
import type { Binding } from '../../routing/table/binding.js';
import type { Route } from '../../routing/table/route.js';
import type { Versions } from '../../routing/versioning/known-versions.js';
import type { LawFinding } from '../law-finding.js';
import type { DatedTrial } from '../law.js';
import { clientWrite } from './client-exchange.js';
import { type CrossedOperation, listCrossed } from './crossed-operation.js';
import { listUpdates } from './list-updates.js';
import { testQueries } from './test-queries.js';
import { testParts } from './test-parts.js';
import { brokenLaws, testUpdates } from './test-updates.js';

interface ClientsInput {
  readonly versions: Versions;
  readonly routes: readonly Route[];
  readonly bindings: ReadonlyMap<Route, Binding>;
  readonly isChosen: (change: Change) => boolean;
}

/** What clients of each older version do with several operations, where a change touches one of them. */
export function testClients(
  { versions, routes, bindings, isChosen }: ClientsInput,
  found: readonly LawFinding[],
  trial: DatedTrial,
): readonly LawFinding[] {
  const broken = brokenLaws(found);
  return listCrossed(versions, routes, bindings).flatMap((crossed) => {
    const updates = listUpdates(crossed, isChosen);
    const lost = testUpdates(updates, broken, trial);
    const parts = testParts(partialWrites(crossed, isChosen), updates, broken, trial);
    const queries = testQueries(crossed, isChosen, broken, trial);
    return [
      ...queries,
      ...lost,
      ...parts.filter((one) => !lost.some(({ source, subject }) => isSame(one, { source, subject }))),
    ];
  });
}

/** What one line does to one operation is reported once. */
const isSame = (one: LawFinding, { source, subject }: Pick<LawFinding, 'source' | 'subject'>) =>
  one.subject === subject && one.source?.file === source?.file && one.source?.line === source?.line;

const partialWrites = (crossed: readonly CrossedOperation[], isChosen: (change: Change) => boolean) =>
  crossed.flatMap((operation) => {
    const isPart = operation.older.method === 'PATCH' && operation.newer.method === 'PATCH';
    return isPart && operation.changes.some(isChosen) ? (clientWrite(operation) ?? []) : [];
  });
