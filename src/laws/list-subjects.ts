import { operationChangesOf } from '../routing/changes/operation.js';
import type { Change } from '../changes/change.js';
import type { Versions } from '../changes/known-versions.js';
import { type Hop, hopInWords } from '../changes/hop.js';
import type { Route } from '../routing/table/route.js';
import { operationSubjects } from './operation-subject.js';
import { pagedSubject } from './paged-subject.js';
import type { PreviewStage } from './preview-stages.js';
import { reshapeSubject } from './reshape-subject.js';
import type { Subject } from './way.js';

/** A change of a version or of a preview, and what it converts. */
export interface ListedChange {
  readonly change: Change;
  readonly hop: Hop;
  readonly subjects: readonly Subject[];
  /** Why parts of it convert nothing. */
  readonly idle: readonly string[];
}

/** Every change of the versions, in the order in which they list them. */
export function listChanges(versions: Versions, routes: readonly Route[]): readonly ListedChange[] {
  const hops = versions.hopsBetween(versions.live, versions.names[0]!).toReversed();
  return hops.flatMap((hop) => hop.changes.map((change) => listChange(routes, hop, change)));
}

/** What each preview changes. */
export const listPreviewChanges = (stages: readonly PreviewStage[]): readonly ListedChange[] =>
  stages.flatMap(({ hop, crossed }) => {
    const routes = crossed.map(({ newer }) => newer);
    return hop.changes.map((change) => listChange(routes, hop, change));
  });

function listChange(routes: readonly Route[], hop: Hop, change: Change): ListedChange {
  const reshaped = change.reshapes.map((reshape, index) => reshapeSubject(hop, change, reshape, index));
  const operations = operationChangesOf(change);
  const operated = operations.map((operation) => operationSubjects(routes, hop, change, operation));
  const places = [
    ...reshaped.map((subject, index) => ({
      subjects: subject ? [subject] : [],
      what: `entry ${index + 1} of schemas names a schema that ${hopInWords(hop)} does not have`,
    })),
    ...operated.map((subjects, index) => ({
      subjects,
      what: `entry ${index + 1} of operations names ${operations[index]!.handler}, which ${hopInWords(hop)} does not serve`,
    })),
  ];
  const paged = operations.flatMap((operation) => pagedSubject(routes, hop, change, operation) ?? []);
  return {
    change,
    hop,
    subjects: [...places.flatMap(({ subjects }) => subjects), ...paged],
    idle: [
      ...(places.length === 0 ? ['it names no schema and no operation'] : []),
      ...places.flatMap(({ subjects, what }) => (subjects.length > 0 ? [] : [what])),
    ],
  };
}
