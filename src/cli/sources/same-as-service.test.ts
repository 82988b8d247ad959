import fc from 'fast-check';
import changes from '../../../fixtures/changes/svc.config.js';
import header from '../../../fixtures/header/svc.config.js';
import query from '../../../fixtures/query/svc.config.js';
import story from '../../../fixtures/story/svc.config.js';
import unversioned from '../../../fixtures/unversioned/svc.config.js';
import uri from '../../../fixtures/uri/svc.config.js';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { buildChangelog } from '../../contract/changelog.js';
import { buildMatrix } from '../../contract/build-matrix.js';
import { bundleDocument } from '../../openapi/references/bundle-document.js';
import { loadDocumentText } from '../../openapi/load-document-text.js';
import { compareVersionsOfApi } from '../../contract/compare/compare-versions-of-api.js';
import type { DocumentSettings } from '../../contract/documents/describe-documents.js';
import { gateReport } from '../../contract/gate/gate-report.js';
import { judgeGate } from '../../contract/gate/judge-gate.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { serialiseDocument } from '../../export/index.js';
import { type VersioningOptions, versioningTypes } from '../../routing/versioning/versioning.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { apiOfDocuments, apiOfService, type OpenedApi } from './open-api.js';
import { openLoaded } from './open-service.js';
import { askForGate } from '../questions/ask-for-gate.js';
import { captureIo } from '../testing/capture-io.js';
import { routeListing } from '../routes/route-record.js';
import { selectRoutes } from '../routes/select-routes.js';
import { editsWith, isDocumented, serviceOfPlan } from '../testing/generate-services.js';

const asOf = '2026-11-21';
const nowhere = () => Promise.reject(new Error('not a document of several files'));

const open = async (definition: ServiceDefinition): Promise<OpenedApi> =>
  apiOfService(
    await openLoaded({
      definition,
      problems: [],
      assumesVersioning: false,
      file: '',
      inputs: [],
      sourceOf: () => null,
      restoreStack: (text) => text,
    }),
  );

/** The API as the documents of a service describe it. */
async function exported(service: OpenedApi, settings: Partial<DocumentSettings>): Promise<OpenedApi> {
  const versions = versionsOf(service.routes);
  const documents = await Promise.all(
    (versions.length === 0 ? [null] : versions).map(async (version) => {
      const name = `openapi${version ?? ''}.json`;
      const text = serialiseDocument(await service.service!.document({ apiVersion: version }), 'json');
      const source = { name, text, value: loadDocumentText(text, name) };
      const bundle = await bundleDocument(source, pathToFileURL(`/api/${name}`), nowhere);
      return { version, bundle, deprecation: null, printedBy: null };
    }),
  );
  return apiOfDocuments(
    documents,
    { title: null, versioning: undefined, lifecycle: undefined, verify: undefined, ...settings },
    null,
  );
}

/** What only a service knows is left out: its handlers and their guards, its sources, and its declared changes. */
const onlyOfService = [
  'source',
  'file',
  'line',
  'handler',
  'guards',
  'callers',
  'changes',
  'x-svc-changes',
  'declared',
];
const visible = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (onlyOfService.includes(name) ? undefined : member)),
  ) as unknown;

/** The rules of `svc check` that documents have too. */
const dateRules = ['sunset-passed', 'deprecated-without-sunset'];

const released = { changes: null, shapes: null };
const gateDetails = {
  asOf,
  released,
  written: { ...released, kept: { folder: 'contracts', counts: {}, asOf: '2026-11-21' } },
  laws: false,
};

async function gate(base: OpenedApi, revision: OpenedApi) {
  const { problems, described } = await askForGate(revision, gateDetails, captureIo().io);
  const baseLocks = await base.locks();
  const report = gateReport(
    judgeGate({
      described: 'service',
      asOf,
      base: 'main',
      failOn: 'error',
      problems: problems.filter(({ id }) => dateRules.includes(id)),
      baseLocks,
      baseFolder: 'contracts',
      lockFiles: described!.locks,
      folder: 'contracts',
      current: described!.locks,
      lifecycle: described!.lifecycle,
      exceptions: { file: 'contracts/exceptions.yaml', exceptions: [], problems: [] },
      approval: { approved: [], acceptsNew: true },
    }),
  ).json() as { passed: boolean; issues: readonly { step: string; id: string; level: string }[] };
  const { issues } = report;
  const declared = new Set(issues.flatMap(({ step, id, level }) => (step === 'check' ? `${level} ${id}` : [])));
  return {
    ...report,
    issues: issues.filter(({ step }) => step !== 'check'),
    rules: [...declared].toSorted(),
  };
}

const facts = async (before: OpenedApi, after: OpenedApi) => {
  const [base, revision] = [await before.locks(), await after.locks()];
  const listed = selectRoutes(after.routes, {}).filter(({ hidden }) => !hidden);
  const { lifecycle } = (await askForGate(after, gateDetails, captureIo().io)).described!;
  return visible({
    ...routeListing(listed),
    locks: revision,
    matrix: buildMatrix(listed, revision, after.versioning),
    lifecycle,
    diff: revision.slice(1).map((lock, index) => compareVersionsOfApi(revision[index]!, lock, { asOf })),
    changelog: buildChangelog([state('a', base), state('b', revision)], { minNotice: null }),
    gate: await gate(before, after),
  });
};

const state = (commit: string, locks: readonly ContractLock[]) => ({ commit, day: asOf, subject: 'edit', locks });

const own = versioningTypes.map(({ example }): VersioningOptions => example);
const all = own.flatMap((options) => [
  options,
  { ...options, defaultVersion: ['1', '2'] },
  { ...options, sunset: 'refuse' as const },
]);

async function compare(
  definitions: readonly [ServiceDefinition, ServiceDefinition],
  settings: Partial<DocumentSettings>,
) {
  const [before, after] = [await open(definitions[0]), await open(definitions[1])];
  const described = await facts(await exported(before, settings), await exported(after, settings));
  expect(described).toEqual(await facts(before, after));
}

describe('an API that the documents of its service describe', () => {
  it.each(Object.entries({ changes, header, query, story, unversioned, uri }))(
    'is the same for the fixture %s',
    async (_, definition: ServiceDefinition) => {
      const { versioning, lifecycle } = definition;
      await compare([definition, definition], { versioning: versioning || undefined, lifecycle });
    },
  );

  it('is the same to every command, with a configuration that says what documents cannot', async () => {
    await fc.assert(
      fc.asyncProperty(editsWith([undefined, ...all]), (plans) => {
        const { versioning, lifecycle } = plans[1];
        return compare([serviceOfPlan(plans[0]), serviceOfPlan(plans[1])], { versioning, lifecycle });
      }),
      runs(6),
    );
  });

  it('is the same without one, where the documents show how requests name a version', async () => {
    await fc.assert(
      fc.asyncProperty(editsWith([undefined, ...own.filter(isDocumented)]), ([before, after]) =>
        compare([serviceOfPlan({ ...before, lifecycle: {} }), serviceOfPlan({ ...after, lifecycle: {} })], {}),
      ),
      runs(6),
    );
  });
});
