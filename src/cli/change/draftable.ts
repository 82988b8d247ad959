import type { BootProblem } from '../../report/boot-problem.js';
import { idsWithInternal } from '../../routing/table/internal-problems.js';
import { type OpenedService, withoutProblems } from '../sources/open-service.js';

export const explainUse = {
  command: 'svc change',
  instead: 'Documents have no changes: svc diff shows what differs.',
};

export const changeUse = {
  ...explainUse,
  forLenses: 'Write the change yourself; svc check and svc gate say which shape differs.',
};

/** A frozen shape that differs from what handlers use, for want of a change. */
const lacksChange = ({ id, change }: BootProblem) => id === 'frozen-shape-differs' && change === null;

/** A service whose missing changes are no problem: drafts declare them. */
export const draftableOf = (service: OpenedService): OpenedService => withoutProblems(lacksChange, service);

/** An error that is to be fixed before changes are drafted. */
export const isError = ({ severity, id }: BootProblem): boolean => severity === 'error' && id !== 'change-unfinished';

/** What older versions may need and no document shows. */
export const hiddenIn = ({ table }: Pick<OpenedService, 'table'>) => [
  ...idsWithInternal([...table.routes, ...table.next]),
];

/** The ids that no further change can have: those of all changes, also of behaviours and previews. */
export const takenIn = (service: Pick<OpenedService, 'definition'>): readonly string[] => {
  const { list, previews } = declaredIn(service) ?? { list: [], previews: [] };
  return [
    ...list.flatMap(({ changes, behaviours }) => [...changes, ...behaviours].map(({ id }) => id)),
    ...previews.map(({ name }) => name),
  ];
};

/** The versions that a service lists; undefined for one that lists none. */
export const declaredIn = ({ definition: { versioning } }: Pick<OpenedService, 'definition'>) =>
  versioning ? versioning.versions : undefined;
