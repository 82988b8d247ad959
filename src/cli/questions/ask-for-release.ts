import { lockChanges } from '../../laws/lock/lock-changes.js';
import { lockShapes } from '../../laws/lock/lock-shapes.js';
import type { ShapesLock } from '../../lens/lock/shapes-lock.js';
import { hasChanges } from '../../laws/frozen-results.js';
import type { ChangesLock } from '../../laws/lock/changes-lock.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { changeNotFrozen } from '../../export/rules/change-not-frozen.js';
import { previewExpired } from '../../export/rules/preview-expired.js';
import { serialiseDocument } from '../../export/index.js';
import { handlerName } from '../../routing/table/route.js';
import { liveSchemas } from '../../release/print-frozen.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { formatPlace, problemLine } from '../../report/result.js';
import type { Io } from '../io.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { brokenLaws } from './ask-for-laws.js';
import { changesOfService } from './changes-of-service.js';
import { lensesOfService } from './lenses-of-service.js';

interface Details {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** Whether shapes of a released version are frozen: what that repairs keeps it from nothing. */
  readonly freezeOnly: boolean;
}

/** What a release starts from, and what it must leave as it is. */
interface Released {
  /** The export file, and every source file of the service, as absolute paths. */
  readonly file: string;
  readonly inputs: readonly string[];
  readonly versions: readonly string[];
  /** Errors of `svc check`, and previews that have ended, a line each; with any, the rest is empty. */
  readonly errors: readonly string[];
  /** Whether the service can be described. If a newer version overtakes a change, it cannot, and `locks` to `laws` are empty. */
  readonly isDescribed: boolean;
  readonly locks: readonly ContractLock[];
  readonly next: ContractLock | null;
  readonly changes: ChangesLock | null;
  readonly shapes: ShapesLock | null;
  /** The document of each version, as text. */
  readonly documents: Readonly<Record<string, string>>;
  /** The laws that changes break, a line each. */
  readonly laws: readonly string[];
  /** The ids of the schemas that the changes of each version name and that are not frozen. */
  readonly live: Readonly<Record<string, readonly string[]>>;
  /** Handlers that only answer what is not released, with their places. */
  readonly unreleased: readonly string[];
}

/** Everything that `svc release` needs to know of a service, before and after. */
export async function askForRelease(
  api: OpenedApi,
  { asOf, freezeOnly }: Details,
  io: Pick<Io, 'stderr'>,
): Promise<Released> {
  const service = serviceOf(api, releaseUse);
  const now = new Date(asOf);
  const { file, inputs, table } = service;
  const versions = versionsOf(table.routes);
  const found = await api.check(now);
  const errors = found
    .filter(({ severity, id }) => severity === 'error' || id === previewExpired.id)
    .filter(({ id }) => !freezeOnly || id !== changeNotFrozen.id)
    .map((problem) => problemLine({ ...problem, severity: 'error' }));
  const nothing = {
    locks: [],
    next: null,
    changes: null,
    shapes: null,
    documents: {},
    laws: [],
    live: {},
    unreleased: [],
  };
  if (errors.length > 0) return { file, inputs, versions, errors, isDescribed: false, ...nothing };
  const declared = changesOfService(service);
  const live = Object.fromEntries(
    (declared?.versions.list ?? []).map(({ version, changes }) => [
      version,
      liveSchemas(changes.flatMap(({ reshapes }) => reshapes.map(({ trees }) => trees.after))),
    ]),
  );
  if (table.problems.length > 0) return { file, inputs, versions, errors, isDescribed: false, ...nothing, live };
  const lenses = lensesOfService(api);
  const { drawInputs } = await import('../../laws/lock/draw-inputs.js');
  const documents = await Promise.all(
    versions.map(
      async (apiVersion) => [apiVersion, serialiseDocument(await service.document({ apiVersion }))] as const,
    ),
  );
  const released = new Set(table.routes.map(handlerName));
  return {
    file,
    inputs,
    versions,
    errors,
    isDescribed: true,
    locks: await api.locks(),
    next: await api.nextLock(),
    changes: declared && hasChanges(declared) ? lockChanges(declared.versions, declared.routes, drawInputs) : null,
    shapes: lenses.lenses.length > 0 ? lockShapes(lenses, drawInputs) : null,
    documents: Object.fromEntries(documents),
    laws: await brokenLaws(service, declared, now, io),
    live,
    unreleased: table.next
      .filter((route) => !released.has(handlerName(route)))
      .map((route) => `${route.method} ${route.path}${route.source ? ` (${formatPlace(route.source)})` : ''}`),
  };
}

export const releaseUse = {
  command: 'svc release',
  instead: 'Documents have no changes to release: add the document of the new version.',
  forLenses:
    "Move the changes of next into an entry such as { version: '3', changes: [ … ] }, at the end of the list of defineVersions(), and run svc openapi lock.",
};
