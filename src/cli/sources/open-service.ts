import { realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { LockedApi } from '../../contract/lock/build-locks.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { finishWrite } from '../../edit/write-together.js';
import type { LoadedService } from '../../export/index.js';
import type { JsonObject } from '../../json/json.js';
import { type DeclaredChange, declaredChanges } from '../../routing/changes/declared-changes.js';
import type { DescribedService } from '../../export/index.js';
import type { Route } from '../../routing/table/route.js';
import { NEXT } from '../../text/version-order.js';
import { type BootProblem, locateProblem } from '../../report/boot-problem.js';
import { problemLine } from '../../report/result.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';

/** The service that a command works on. */
export interface OpenedService extends DescribedService {
  /** The contract of each version, built at the first call; rejects with every problem if the service cannot be described. */
  readonly locks: () => Promise<readonly ContractLock[]>;
  /** As `locks`, of what is not released; null where nothing is. */
  readonly nextLock: () => Promise<ContractLock | null>;
  /** The contract of a version with previews on. */
  readonly lockHaving: (version: string | null, previews: readonly string[]) => Promise<ContractLock>;
}

/** Which API a command line names; nothing means the nearest svc.config. */
export interface ServiceChoice {
  /** An export file, or a configuration that names documents. */
  readonly entry?: string | undefined;
  /** The bundled service. */
  readonly demo?: boolean | undefined;
  /** Documents: `openapi.yaml`, or `v2.yaml=2` with the version. */
  readonly document?: readonly string[] | undefined;
  /** Texts of source files that are loaded as if they were written, by absolute path. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}

/** A command that needs the code of a service. */
export interface ServiceUse {
  /** `svc check` */
  readonly command: string;
  /** What to use for documents, as a sentence. */
  readonly instead: string;
  /** What to do for lenses without routes, as a sentence; for a command that needs routes. */
  readonly forLenses?: string;
}

/** Loads the service that a command line chooses; starts nothing. Rejects with a LoadError. */
export async function openService(choice: ServiceChoice, use: ServiceUse, io: Pick<Io, 'cwd'>): Promise<OpenedService> {
  const { loadApi } = await import('../../export/index.js');
  const loaded = await loadApi(await findService(choice, io), { cwd: io.cwd, texts: textsOf(choice) });
  if ('service' in loaded) return openLoaded(loaded.service);
  throw refuseDocuments(relative(realpathSync(io.cwd), loaded.documents.file), use);
}

export const textsOf = ({ texts = {} }: ServiceChoice) => new Map(Object.entries(texts));

/** Says that what a command line names has no service. */
export function refuseDocuments(name: string, { command, instead }: ServiceUse): CommandFailure {
  return usageError(`${name} describes documents; ${command} needs a svckit service. ${instead}`);
}

/** Describes a loaded service. */
export async function openLoaded(loaded: LoadedService): Promise<OpenedService> {
  const { describeService } = await import('../../export/index.js');
  return withLocks(describeService(loaded));
}

/** The same service without some problems of its declarations, where these are what a command is about. */
export function withoutProblems(isLeftOut: (one: BootProblem) => boolean, service: OpenedService): OpenedService {
  const { table } = service;
  return withLocks({ ...service, table: { ...table, problems: table.problems.filter((one) => !isLeftOut(one)) } });
}

function withLocks(service: DescribedService): OpenedService {
  let locks: Promise<readonly ContractLock[]> | undefined;
  let next: Promise<ContractLock | null> | undefined;
  return Object.freeze({
    ...service,
    locks: () => (locks ??= lockService(service)),
    nextLock: () => (next ??= lockNext(service)),
    lockHaving: (version: string | null, previews: readonly string[]) => lockVersion(version, previews, service),
  });
}

/** The absolute path of the export file of the chosen service, whose files are whole. Rejects with a LoadError where there is none. */
export async function findService(choice: ServiceChoice, io: Pick<Io, 'cwd'>): Promise<string> {
  const file = await findFile(choice, io);
  finishWrite(dirname(file));
  return file;
}

async function findFile({ entry, demo, document }: ServiceChoice, { cwd }: Pick<Io, 'cwd'>): Promise<string> {
  if (document) throw usageError('--document names no svckit service. Name its export file instead.');
  if (demo && entry !== undefined) throw usageError('Name an export file or use --demo, not both.');
  const { findDemo, findEntry, requireConfig } = await import('../../export/index.js');
  if (demo) return findDemo(cwd);
  return entry === undefined ? requireConfig(cwd) : findEntry(entry, cwd);
}

/** The folder of the lock files, relative to `cwd`: the one named, else contracts/ beside the export file that is named or found. */
export async function contractsFolder(
  dir: string | undefined,
  { entry, demo, document }: ServiceChoice,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<string> {
  if (dir !== undefined) return dir;
  if (demo || document) return 'contracts';
  const { findConfig, findEntry } = await import('../../export/index.js');
  if (entry !== undefined) return join(relative(cwd, dirname(findEntry(entry, cwd))), 'contracts');
  const config = findConfig(cwd);
  return config === null ? 'contracts' : join(relative(realpathSync(cwd), dirname(config)), 'contracts');
}

async function lockService(service: DescribedService): Promise<readonly ContractLock[]> {
  const { buildLocks } = await import('../../contract/lock/build-locks.js');
  const { servesRoutes } = await import('../../routing/table/lenses-definition.js');
  await refuseProblems(service);
  if (!servesRoutes(service.definition)) return [];
  return describing(() => buildLocks(lockedApi(service, service.table.routes)));
}

async function lockNext(service: DescribedService): Promise<ContractLock | null> {
  return service.table.next.length === 0 ? null : lockVersion(NEXT, [], service);
}

async function lockVersion(
  version: string | null,
  previews: readonly string[],
  service: DescribedService,
): Promise<ContractLock> {
  const { buildLock } = await import('../../contract/lock/build-locks.js');
  const { routesHaving } = await import('../../routing/table/preview-table.js');
  await refuseProblems(service);
  const { routes, next } = routesHaving(service.table, previews);
  return describing(() => buildLock(version, lockedApi(service, [...routes, ...next], previews)));
}

function lockedApi(service: DescribedService, routes: readonly Route[], previews: readonly string[] = []): LockedApi {
  const { definition, document } = service;
  return {
    routes,
    versioning: definition.versioning || undefined,
    lifecycle: definition.lifecycle,
    byTheLetter: definition.byTheLetter,
    changes: changesOf(service),
    document: async (apiVersion) => (await document({ apiVersion, previews })) as unknown as JsonObject,
  };
}

/** What each version of a service changed. */
export function changesOf({ definition, table }: DescribedService): ReadonlyMap<string, readonly DeclaredChange[]> {
  const versions = definition.versioning ? definition.versioning.versions : undefined;
  return versions ? declaredChanges(versions, [...table.routes, ...table.next]) : new Map();
}

/** Rejects with every error of a service that cannot be served. */
export async function refuseProblems(service: DescribedService): Promise<void> {
  const { offlineProblems } = await import('../../export/index.js');
  const found = [...service.problems, ...offlineProblems(service), ...(await service.mounts()).problems];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new CommandFailure(errors.map((one) => problemLine(locateProblem(one, service.sourceOf))).join('\n'), 1);
}

/** Rejects with a CommandFailure if a schema cannot be described. */
async function describing<T>(build: () => Promise<T>): Promise<T> {
  const { UndescribableSchemaError } = await import('../../export/index.js');
  return build().catch((error: unknown) => {
    throw error instanceof UndescribableSchemaError ? new CommandFailure(error.message, 1) : error;
  });
}
