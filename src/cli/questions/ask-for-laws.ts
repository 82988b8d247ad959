import type { ServiceChanges } from '../../laws/compare-changes.js';
import { type DatedTrial, gateTrial, type Trial } from '../../laws/law.js';
import { type LawFinding, levelOf } from '../../laws/law-finding.js';
import type { LawsInput, LawsOutcome } from '../../laws/run-laws.js';
import { compareVersionsOfApi } from '../../contract/compare/compare-versions-of-api.js';
import { type ContractLock, withNext } from '../../contract/lock/contract-lock.js';
import { formatPlace } from '../../report/result.js';
import { isPreviewSide } from '../../changes/preview-hops.js';
import type { Change } from '../../changes/change.js';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { lensesOf } from '../../laws/lock/lock-shapes.js';
import { changesOfLens } from '../../lens/lens-hops.js';
import type { Lens } from '../../lens/known-lens.js';
import { lensesOfService } from './lenses-of-service.js';
import { changesOfService } from './changes-of-service.js';
import type { Io } from '../io.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { type OpenedService, refuseProblems } from '../sources/open-service.js';
import { showProgress } from '../terminal/show-progress.js';

interface Details extends Trial {
  /** An instant, ISO 8601. */
  readonly asOf: string;
  /** Ids and titles of the changes to test, and names of lenses; null for all. */
  readonly only: readonly string[] | null;
}

/** What the laws find, with values drawn from a seed. */
export async function askForLaws(
  api: OpenedApi,
  { only, asOf, ...trial }: Details,
  io: Pick<Io, 'stderr'>,
): Promise<LawsOutcome> {
  const service = serviceOf(api, {
    command: 'svc laws',
    instead: 'svc diff v1 v2 compares the documents of two versions.',
  });
  await refuseProblems(service);
  const declared = changesOfService(service);
  const { list = [], previews = [] } = declared?.versions ?? {};
  const { own, lenses } = lensesOfService(api);
  const changes = [...list, ...own.flatMap(({ versions }) => versions.list)]
    .flatMap((version) => version.changes)
    .concat(previews.flatMap(({ change }) => change ?? []));
  const named = lenses.filter(({ name }) => only?.includes(name));
  const chosen =
    only
      ?.filter((name) => !named.some((lens) => lens.name === name))
      .map((name) => findChange(name, changes, '--only: '))
      .concat(named.flatMap((lens) => [...changesOfLens(lens)])) ?? null;
  return testWhole(service, declared, { ...trial, asOf: new Date(asOf), only: chosen, named, clients: true }, io);
}

/** What the laws find of the changes of a service, of those that only lenses have, and of the lenses. */
async function testWhole(
  service: OpenedService,
  declared: ServiceChanges | null,
  given: Given & { readonly named: readonly Lens[] },
  io: Pick<Io, 'stderr'>,
): Promise<LawsOutcome> {
  const { lenses, own } = lensesOf(service.definition.lenses ?? [], declared?.versions);
  const outcomes = declared ? [await testChanges(service, declared, given, io)] : [];
  for (const changes of own) outcomes.push(await testChanges(withoutRoutesOf(service), changes, given, io));
  const tested = outcomes.flatMap((one) => one.tested);
  const changed = outcomes.flatMap((one) => one.findings);
  const findings = [...changed, ...(await testWebhooks(service, declared, changed, given))];
  if (lenses.length === 0) return { tested, lenses: [], findings };
  const { testLenses } = await import('../../laws/lenses/test-lenses.js');
  const { only, named, ...trial } = given;
  const chosen = only && { changes: only, lenses: named };
  const stored = testLenses(lenses, findings, chosen, trial);
  return { tested, lenses: stored.lenses, findings: [...findings, ...stored.findings] };
}

/** What the laws find of the bodies of webhooks. */
async function testWebhooks(
  { definition }: OpenedService,
  declared: ServiceChanges | null,
  found: readonly LawFinding[],
  { only, ...trial }: Given,
): Promise<readonly LawFinding[]> {
  const webhooks = definition.webhooks ?? [];
  if (!declared || webhooks.length === 0) return [];
  const { testPayloads } = await import('../../laws/webhooks/test-payloads.js');
  return testPayloads(webhooks, declared.versions, found, only, trial);
}

/** For changes that no request goes through. */
const withoutRoutesOf = ({ definition, table, ...rest }: OpenedService): OpenedService => ({
  ...rest,
  definition: { ...definition, versioning: undefined } as OpenedService['definition'],
  table: { ...table, previews: null },
});

type Given = DatedTrial & Pick<LawsInput, 'only' | 'clients'>;

/** The contracts of the released versions, and of what is not released. */
const locksOf = async ({ locks, nextLock }: OpenedService) => withNext(await locks(), await nextLock());

/** The laws that the gate's few values find broken by versions and what is not released, a line each. */
export async function brokenLaws(
  service: OpenedService,
  declared: ServiceChanges | null,
  asOf: Date,
  io: Pick<Io, 'stderr'>,
): Promise<readonly string[]> {
  return (await testLaws(service, declared, asOf, io))
    .filter((finding) => !isPreviewSide(finding.version) && levelOf(finding) === 'error')
    .map(({ source, message, fix }) => `${source ? `${formatPlace(source)} ` : ''}${message} ${fix}`);
}

/** What the gate finds with its few values. */
export async function testLaws(
  service: OpenedService,
  declared: ServiceChanges | null,
  asOf: Date,
  io: Pick<Io, 'stderr'>,
): Promise<readonly LawFinding[]> {
  return (await testWhole(service, declared, { ...gateTrial, asOf, only: null, named: [], clients: true }, io))
    .findings;
}

/** What the laws find of some changes, or with null of all and of the differences between versions. */
export async function testChanges(
  service: OpenedService,
  { versions, routes }: ServiceChanges,
  given: Given,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<Omit<LawsOutcome, 'lenses'>> {
  const { definition, table } = service;
  const versioning = definition.versioning || undefined;
  const { mayDifferUnexplained } = await import('../../laws/unexplained-differences.js');
  // Documents are expensive, and most services have nothing that only they show.
  const isNeeded = given.only === null && mayDifferUnexplained({ versions, routes, versioning });
  const locks: readonly ContractLock[] = isNeeded ? await locksOf(service) : [];
  const differences = (older: string, newer: string) => {
    const [base, revision] = [older, newer].map((version) => locks.find((lock) => lock.version === version));
    return base && revision ? compareVersionsOfApi(base, revision, { asOf: '1970-01-01' }) : [];
  };
  const { runLaws } = await import('../../laws/run-laws.js');
  const progress = showProgress(stderr);
  const onProgress = (done: number, total: number, { title }: Change) => progress.show(done, total, title);
  const { bindings, previews } = table;
  const outcome = runLaws({ versions, versioning, routes, bindings, previews, differences, onProgress, ...given });
  progress.clear();
  return outcome;
}

/** A change by its id or title; `option` is what named it. Throws a CommandFailure for an unknown one. */
export function findChange(name: string, changes: readonly Change[], option = ''): Change {
  const found = changes.find(({ id, title }) => id === name || title === name);
  if (found) return found;
  throw usageError(
    `${option}${unknownName(
      'change',
      name,
      changes.map(({ id }) => id),
      'The service declares no changes.',
    )}`,
  );
}
