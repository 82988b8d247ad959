import { dirname, join, relative } from 'node:path';
import { realpathSync } from 'node:fs';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { DocumentSettings } from '../../contract/documents/describe-documents.js';
import type { ReadDocument } from '../../contract/documents/document-places.js';
import type { LocateTokens } from '../../contract/lifecycle/list-lifecycle.js';
import type { KeptModules, LoadedDocuments } from '../../export/index.js';
import type { Described } from '../../report/described.js';
import type { BootProblem, Source } from '../../report/boot-problem.js';
import type { PreviewTable } from '../../routing/table/preview-table.js';
import { servesRoutes } from '../../routing/table/lenses-definition.js';
import type { ListedRoute } from '../../routing/table/route.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import type { VerifyOptions } from '../../routing/table/verify-options.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import type { JsonObject } from '../../json/json.js';
import type { DeclaredChange } from '../../routing/changes/declared-changes.js';
import { usageError } from '../command-failure.js';
import type { ReadingIo } from './bundle-files.js';
import { readConfigured, readNamed } from './read-documents.js';
import type { Io } from '../io.js';
import {
  changesOf,
  findService,
  openLoaded,
  type OpenedService,
  refuseDocuments,
  type ServiceChoice,
  type ServiceUse,
  textsOf,
} from './open-service.js';

/** The API that a command works on, whatever describes it. */
export interface OpenedApi {
  readonly described: Described;
  readonly title: string;
  readonly routes: readonly ListedRoute[];
  /** Those of what is not released; empty where nothing is. */
  readonly next: readonly ListedRoute[];
  /** What is beside the versions; null where nothing is, and for documents. */
  readonly previews: PreviewTable | null;
  readonly versioning: VersioningOptions | undefined;
  /** Where it is declared as a whole. */
  readonly source: Source | null;
  /** The contract of each version, built at the first call; rejects with every problem if the API cannot be described. */
  readonly locks: () => Promise<readonly ContractLock[]>;
  /** As `locks`, of what is not released; null where nothing is. */
  readonly nextLock: () => Promise<ContractLock | null>;
  /** The document of a version, with some previews on; of an API without versions, null. */
  readonly document: (version: string | null, previews?: readonly string[]) => Promise<JsonObject>;
  /** What each version changed, where versions declare it. */
  readonly changes: ReadonlyMap<string, readonly DeclaredChange[]>;
  /** How `svc verify` tries it. */
  readonly verify: VerifyOptions | undefined;
  /** Who uses it. */
  readonly consumers: ConsumersOptions | undefined;
  /** Everything that is wrong with its declarations as of an instant. */
  readonly check: (asOf: Date) => Promise<readonly BootProblem[]>;
  /** Where documents have what their locks hold; null for a service, whose operations have sources. */
  readonly locate: LocateTokens | null;
  /** Lowest version first; none for a service. */
  readonly documents: readonly ReadDocument[];
  /** null for documents. */
  readonly service: OpenedService | null;
}

/** Opens the API that a command line names; starts nothing. Rejects with a LoadError or a CommandFailure. */
export async function openApi(choice: ServiceChoice, io: ReadingIo, kept?: KeptModules): Promise<OpenedApi> {
  if (choice.document) return openNamed(choice.document, choice, io);
  const { loadApi } = await import('../../export/index.js');
  const loaded = await loadApi(await findService(choice, io), { cwd: io.cwd, texts: textsOf(choice), kept });
  return 'service' in loaded ? apiOfService(await openLoaded(loaded.service)) : openConfigured(loaded.documents, io);
}

/** Opens the API with other texts of some source files, by absolute path. */
export type Reopen = (texts: Readonly<Record<string, string>>) => Promise<OpenedApi>;

/** What a question about an API has beside it. */
export interface Asking extends Pick<Io, 'stderr'> {
  readonly reopen: Reopen;
}

/** Opens an API so that it can be opened again; `keeping` what it evaluates, which then is only what depends on the other texts. */
export async function openAgainAndAgain(
  choice: ServiceChoice,
  io: ReadingIo,
  keeping = true,
): Promise<{ readonly api: OpenedApi; readonly reopen: Reopen }> {
  const { KeptModules } = await import('../../export/index.js');
  const kept = keeping ? new KeptModules() : undefined;
  return {
    api: await openApi(choice, io, kept),
    reopen: (texts) => openApi({ ...choice, texts: { ...choice.texts, ...texts } }, io, kept),
  };
}

/** The service of an API. Throws for documents, and for lenses alone where a command needs routes. */
export function serviceOf({ service, source }: OpenedApi, use: ServiceUse): OpenedService {
  if (!service) throw refuseDocuments(source?.file ?? '--document', use);
  if (use.forLenses === undefined || servesRoutes(service.definition)) return service;
  const file = source?.file ?? 'The export file';
  throw usageError(`${file} has lenses and no routes, which ${use.command} needs. ${use.forLenses}`);
}

/** What a service is called. */
export const titleOf = ({ info, documents }: OpenedService['definition']): string =>
  (info ?? documents?.info)?.title ?? 'This service';

/** A described service as the API that a command works on. */
export function apiOfService(service: OpenedService): OpenedApi {
  const { definition, table, sourceOf, locks, nextLock } = service;
  return Object.freeze<OpenedApi>({
    described: 'service',
    title: titleOf(definition),
    routes: table.routes,
    next: table.next,
    previews: table.previews,
    versioning: definition.versioning || undefined,
    source: sourceOf(),
    locks,
    nextLock,
    document: async (apiVersion, previews = []) =>
      (await service.document({ apiVersion, previews })) as unknown as JsonObject,
    get changes() {
      return changesOf(service);
    },
    check: async (asOf) => {
      const { checkWholeService } = await import('../../export/index.js');
      return checkWholeService(service, { asOf });
    },
    verify: definition.verify,
    consumers: definition.consumers,
    locate: null,
    documents: [],
    service,
  });
}

async function openNamed(names: readonly string[], { entry, demo }: ServiceChoice, io: ReadingIo): Promise<OpenedApi> {
  if (entry !== undefined || demo)
    throw usageError(`Use --document or ${demo ? '--demo' : 'an export file'}, not both.`);
  const settings = {
    title: null,
    versioning: undefined,
    lifecycle: undefined,
    verify: undefined,
    consumers: undefined,
  };
  return apiOfDocuments(await readNamed(names, io), settings, null);
}

async function openConfigured({ settings, file }: LoadedDocuments, io: ReadingIo): Promise<OpenedApi> {
  const folder = relative(realpathSync(io.cwd), dirname(file));
  const documents = await readConfigured(settings, folder, io);
  const source = { file: join(folder, file.slice(dirname(file).length + 1)), line: 1 };
  return apiOfDocuments(documents, settings, source);
}

/** Documents as the API that a command works on; `source` is where a configuration names them. */
export async function apiOfDocuments(
  documents: readonly ReadDocument[],
  {
    verify,
    consumers,
    ...settings
  }: DocumentSettings & Pick<OpenedApi, 'verify'> & Partial<Pick<OpenedApi, 'consumers'>>,
  source: Source | null,
): Promise<OpenedApi> {
  const { describeDocuments } = await import('../../contract/documents/describe-documents.js');
  const { check, ...described } = describeDocuments(documents, settings);
  return Object.freeze<OpenedApi>({
    ...described,
    described: 'documents',
    next: [],
    previews: null,
    nextLock: async () => null,
    document: async (version) => described.documents.find((one) => one.version === version)!.bundle.document,
    changes: new Map(),
    verify,
    consumers,
    source,
    check: async (asOf) => check(asOf),
    service: null,
  });
}
