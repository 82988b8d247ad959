import type { Change } from '../changes/change.js';
import type { Versions } from '../changes/known-versions.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import type { Binding } from '../routing/table/binding.js';
import type { Route } from '../routing/table/route.js';
import type { Finding } from '../diff/finding.js';
import { findingOf, type LawFinding, lossFinding, nameChange, type NamedChange } from './law-finding.js';
import { listOlderRequests } from './older-requests.js';
import { testRequests } from './test-requests.js';
import { type ListedChange, listChanges, listPreviewChanges } from './list-subjects.js';
import { unexplainedDifferences } from './unexplained-differences.js';
import type { Subject } from './way.js';
import { listStages } from './preview-stages.js';
import type { PreviewTable } from '../routing/table/preview-table.js';
import { sameJson } from '../json/json.js';
import { testClients } from './clients/test-clients.js';
import type { DatedTrial } from './law.js';
import type { Uncovered } from './uncovered.js';
import type { TestedLens } from './lenses/test-lenses.js';
import { testSubject } from './test-subject.js';

/** What the laws are about, and how long they are tested. */
export interface LawsInput extends DatedTrial {
  readonly versions: Versions;
  readonly versioning: VersioningOptions | undefined;
  readonly routes: readonly Route[];
  /** What is beside the versions, whose changes are tested too; null where nothing is. */
  readonly previews: PreviewTable | null;
  /** What serves each route, and how requests of an older version reach it. */
  readonly bindings: ReadonlyMap<Route, Binding>;
  /** How the documents of two neighbouring versions differ. */
  readonly differences: (older: string, newer: string) => readonly Finding[];
  /** The changes to test; null for all, and for the differences between versions. */
  readonly only: readonly Change[] | null;
  /** Whether clients that use several operations are tested too. */
  readonly clients: boolean;
  /** Called before each change. */
  readonly onProgress?: (done: number, total: number, change: Change) => void;
}

/** A change that was tested. */
export interface TestedChange {
  readonly change: NamedChange;
  /** Of a preview, `preview` and its name. */
  readonly version: string;
  /** What generated values do not reach. */
  readonly uncovered: readonly Uncovered[];
}

/** What the laws found, as plain data. */
export interface LawsOutcome {
  readonly tested: readonly TestedChange[];
  /** Those whose stored values were tested. */
  readonly lenses: readonly TestedLens[];
  readonly findings: readonly LawFinding[];
}

/** Tests every law of every change. */
export function runLaws(input: LawsInput): Omit<LawsOutcome, 'lenses'> {
  const { versions, versioning, routes, bindings, previews, differences, only, clients, onProgress, ...trial } = input;
  const isChosen = (change: Change) => only?.includes(change) ?? true;
  const stages = listStages(versions, routes, previews);
  const all = [...listChanges(versions, routes), ...listPreviewChanges(stages)];
  const listed = all.filter(({ change }) => isChosen(change));
  const findings = listed.flatMap((one, index) => {
    onProgress?.(index, listed.length, one.change);
    return testChange(one, trial);
  });
  const passageOf = (route: Route) => bindings.get(route)?.passage ?? null;
  const requests = listOlderRequests({ versions, routes, previews, passageOf }).filter(({ changes }) =>
    changes.some(({ change }) => isChosen(change)),
  );
  return {
    tested: listed.map(({ change, hop, subjects }) => ({
      change: nameChange(change),
      version: hop.version,
      uncovered: subjects.flatMap(({ uncovered }) => uncovered()),
    })),
    findings: [
      ...findings,
      ...testRequests(requests, findings, trial),
      ...(clients ? testClients({ versions, routes, bindings, stages, isChosen }, findings, trial) : []),
      ...(only ? [] : unexplainedDifferences({ versions, routes, versioning, differences })),
    ],
  };
}

function isSame({ described }: Subject): boolean {
  const { after, before } = described();
  return after !== null && sameJson(after, before);
}

function testChange({ change, hop, subjects, idle }: ListedChange, trial: DatedTrial): readonly LawFinding[] {
  const whole = {
    change,
    version: hop.version,
    previous: hop.previous,
    name: change.title,
    source: change.source(),
    shapes: { after: '', before: '' },
    ways: [],
    unknownLosses: [],
    described: () => ({ after: null, before: null }),
    uncovered: () => [],
  };
  const doesNothing = (what: string) =>
    findingOf(whole, 'change-does-nothing', {
      what,
      fix: 'Name a schema or an operation that differs, or delete the change.',
    });
  return [
    ...idle.map((why) => doesNothing(`${why}.`)),
    ...subjects.flatMap((subject) => subject.unknownLosses.map((loss) => lossFinding(subject, loss))),
    ...subjects.flatMap((subject) => {
      const { findings, converts } = testSubject(subject, trial);
      return !converts && isSame(subject)
        ? [
            ...findings,
            doesNothing(`changes nothing of ${subject.name}: both shapes are equal, and every value stays the same.`),
          ]
        : findings;
    }),
  ];
}
