import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { gateTrial } from '../../laws/law.js';
import { levelOf } from '../../laws/law-finding.js';
import { isPreviewSide } from '../../changes/preview-hops.js';
import type { Change } from '../../changes/change.js';
import { VersionList } from '../../changes/version-list.js';
import type { Route } from '../../routing/table/route.js';
import { brokenBy } from './broken-by.js';
import { placesOf } from './find-places.js';
import type { Io } from '../io.js';
import { apiOfService, type OpenedApi, serviceOf } from '../sources/open-api.js';
import { openLoaded, type OpenedService } from '../sources/open-service.js';
import { testChanges } from '../questions/ask-for-laws.js';
import { changesOfService } from '../questions/changes-of-service.js';
import { changeUse, draftableOf, isError } from './draftable.js';

/** A change that the service is loaded with. */
export interface TriedChange {
  readonly title: string;
  /** What it is about: `schema Book`, `operation GET /books`. */
  readonly place: string;
}

interface Trial {
  readonly now: Date;
  /** What an older version must still be. */
  readonly promised: ContractLock;
  readonly tried: readonly TriedChange[];
}

/**
 * The titles of the changes that keep the lock, as far as they are about it, and every law, without those that do not; null where no change can be
 * blamed for an error of `svc check`. Only what shares an operation with one of these is judged again.
 */
export async function tryChanges(
  api: OpenedApi,
  { now, promised, tried }: Trial,
  io: Pick<Io, 'stderr'>,
): Promise<ReadonlySet<string> | null> {
  let service = draftableOf(serviceOf(api, changeUse));
  let left = tried;
  let open = tried;
  while (open.length > 0) {
    const errors = await errorsOf(service, now);
    const refused = titlesOf(left.filter(({ title }) => errors.some((message) => message.includes(`"${title}"`))));
    if (errors.length > 0 && refused.size === 0) return null;
    const failed = refused.size > 0 ? refused : await findFailed(service, open, promised, now, io);
    const beside = besideIn(service.table.routes, failed);
    left = left.filter(({ title }) => !failed.has(title));
    // Where svc check has errors, nothing else is known yet.
    open = left.filter((one) => beside.has(one.title) || (refused.size > 0 && open.includes(one)));
    if (open.length > 0) service = await without(failed, service);
  }
  return titlesOf(left);
}

const errorsOf = async (service: OpenedService, now: Date) =>
  (await apiOfService(service).check(now)).filter(isError).map(({ message }) => message);

/** The titles of the changes that act on an operation beside others: what is found of them depends on these. */
const besideIn = (routes: readonly Route[], titles: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    routes
      .filter(({ changes }) => changes.some(({ title }) => titles.has(title)))
      .flatMap(({ changes }) => changes.map(({ title }) => title)),
  );

/** The titles of the changes that leave a difference of what they are about, or break a law. */
async function findFailed(
  service: OpenedService,
  tried: readonly TriedChange[],
  promised: ContractLock,
  now: Date,
  io: Pick<Io, 'stderr'>,
): Promise<ReadonlySet<string>> {
  const current = await service.lockHaving(promised.version, []);
  const places = new Set(
    brokenBy(promised, { locks: [current] }, now).flatMap((finding) => placesOf(finding, { promised, current })),
  );
  const broken = await brokenLaws(service, tried, now, io);
  return titlesOf(tried.filter(({ title, place }) => places.has(place) || broken.has(title)));
}

const titlesOf = (tried: readonly TriedChange[]) => new Set(tried.map(({ title }) => title));

/** The titles of the changes that break a law. */
async function brokenLaws(
  service: OpenedService,
  tried: readonly TriedChange[],
  asOf: Date,
  io: Pick<Io, 'stderr'>,
): Promise<ReadonlySet<string | undefined>> {
  const declared = changesOfService(service);
  if (!declared) return new Set();
  const titles = titlesOf(tried);
  const only = declared.versions.list.flatMap(({ changes }) => changes.filter(({ title }) => titles.has(title)));
  // What clients do with several operations is no matter of one shape.
  const { findings } = await testChanges(service, declared, { ...gateTrial, asOf, only, clients: false }, io);
  return new Set(
    findings
      .filter((finding) => !isPreviewSide(finding.version) && levelOf(finding) === 'error')
      .map(({ change }) => change?.title),
  );
}

/** The service as it would be without some of its changes, which is not loaded again. */
async function without(titles: ReadonlySet<string>, service: OpenedService): Promise<OpenedService> {
  const { versioning } = service.definition;
  const { versions } = versioning || {};
  if (!versioning || !versions) return service;
  const isKept = ({ title }: Change) => !titles.has(title);
  const list = versions.list.map((one) => ({ ...one, changes: one.changes.filter(isKept) }));
  const fewer = new VersionList(list, versions.servesNext, versions.previews);
  const definition = { ...service.definition, versioning: { ...versioning, versions: fewer } };
  return draftableOf(await openLoaded({ ...service, definition }));
}
