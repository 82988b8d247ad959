import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeVersion } from '../src/client/describe-version.js';
import { knownDeprecations } from '../src/client/known-deprecations.js';
import { capture } from '../src/cli/testing/capture-io.js';
import { describeVersions } from '../src/cli/serve/start-up-summary.js';
import { type OpenedService, openService } from '../src/cli/sources/open-service.js';
import { apiOfDocuments } from '../src/cli/sources/open-api.js';
import { makeRepository } from '../src/cli/testing/make-repository.js';
import { bundleDocument } from '../src/openapi/references/bundle-document.js';
import { openDocument } from '../src/openapi/open-document.js';
import { listOperations } from '../src/openapi/operations/list-operations.js';
import { listLifecycle } from '../src/contract/lifecycle/list-lifecycle.js';
import { openPromise } from '../src/verify/promised-api.js';
import { lifecycleRows } from '../src/export/timeline/lifecycle-rows.js';
import { objectAt, type Json, type JsonObject } from '../src/json/json.js';
import { readLifecycle } from '../src/openapi/lifecycle-marks.js';
import { releaseDays } from '../src/routing/versioning/versions.js';
import { versionFacts } from '../src/page/pages.js';
import { readDocument } from '../src/page/read-document.js';

/** Version 1 goes away on 2027-03-01, with a hidden route and those of the toolkit beside it. */
const config = `import { ApiHidden, Controller, Deprecated, defineService, Get, Module, VERSION_NEUTRAL } from 'svckit';

@Controller('users', { version: '1' })
class UsersV1Controller {
  @Deprecated({ since: '2026-01-01', sunset: '2027-03-01' })
  @Get() list() {
    return [];
  }
  @Deprecated({ since: '2026-02-01', sunset: '2027-02-01' })
  @Get(':id') read() {
    return {};
  }
  @ApiHidden()
  @Get('internal') internal() {
    return [];
  }
}

@Controller('users', { version: '2' })
class UsersController {
  @Get() list() {
    return [];
  }
}

@Controller('status', { version: VERSION_NEUTRAL })
class StatusController {
  @Get() read() {
    return {};
  }
}

@Module({ controllers: [UsersV1Controller, UsersController, StatusController] })
class Root {}

export default defineService({
  root: Root,
  documents: { info: { title: 'Users', version: '1' } },
  versioning: { type: 'uri' },
  openUsage: ({ env }) => ({ store: { read: () => ({ since: 0, counts: [] }) } }),
});
`;

const asOf = '2026-11-21';
const use = { command: 'the test', instead: '' };

let project: ReturnType<typeof makeRepository>;
let service: OpenedService;
beforeAll(async () => {
  project = makeRepository({ 'svc.config.ts': config });
  service = await openService({ entry: project.path('svc.config.ts') }, use, { cwd: project.cwd });
});
afterAll(() => project.remove());

const operationAt = (document: JsonObject, path: string) =>
  objectAt(objectAt(objectAt(document['paths'])[path])['get']);

describe('a version with a hidden route that has no sunset', () => {
  it('goes away on the same day everywhere', async () => {
    const { table, definition } = service;
    const { routes } = table;
    const locks = await service.locks();
    const retired = await capture(['retire', '1'], { cwd: project.cwd });
    const [page] = versionFacts(routes, new Map(), undefined);
    const document = (await service.document({ apiVersion: '1' })) as unknown as JsonObject;
    const client = knownDeprecations(locks.map(describeVersion))[0]!.map(({ sunset }) => sunset);
    const promised = openPromise(locks, { base: '', isService: true, applications: {} }).operations;

    expect({
      lifecycle: listLifecycle(routes, locks, asOf).find(({ kind }) => kind === 'version'),
      summary: describeVersions(routes, definition.versioning || undefined, new Date(asOf)),
      page,
      timeline: lifecycleRows(routes, releaseDays(undefined)).find(
        ({ version, level }) => version === '1' && level === 0,
      ),
      document: operationAt(document, '/v1/users')['x-sunset'],
      retire: retired.stdout.split('\n')[1],
      verify: promised.find(({ path }) => path === '/v1/users')?.lifecycle.sunset,
      client: client
        .filter((sunset) => sunset !== undefined)
        .toSorted()
        .at(-1),
    }).toMatchObject({
      lifecycle: { since: '2026-02-01T00:00:00.000Z', sunset: '2027-03-01T00:00:00.000Z', state: 'leaving' },
      summary: '1 (deprecated until 2027-03-01), 2; read from the path segment v<version>',
      page: { version: '1', deprecated: true, sunset: '2027-03-01T00:00:00.000Z' },
      timeline: { deprecation: { since: '2026-02-01T00:00:00.000Z', sunset: '2027-03-01T00:00:00.000Z' } },
      document: '2027-03-01T00:00:00.000Z',
      retire: 'Its sunset is 2027-03-01; svc gate accepts its removal from that day on.',
      verify: { iso: '2027-03-01T00:00:00.000Z' },
      client: '2027-03-01',
    });
  });
});

describe('an operation whose document has two sunsets', () => {
  const marks = { deprecated: true, 'x-svc-sunset': '2027-01-01', 'x-sunset': '2027-03-01' };
  const document = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { ...marks, responses: {} } } },
  };

  it('goes away at x-sunset for every reader', async () => {
    const locks = [{ version: null, document }];
    const source = { name: 'a.json', text: JSON.stringify(document), value: document as Json };
    const bundle = await bundleDocument(source, new URL('file:///a.json'), () => Promise.reject(new Error('one file')));
    const { routes } = await apiOfDocuments(
      [{ version: null, bundle, deprecation: null, printedBy: null }],
      { title: null, versioning: undefined, lifecycle: undefined, verify: undefined },
      null,
    );
    const [operation] = listOperations(openDocument(document));
    expect({
      diff: readLifecycle(operation!.node).sunset?.iso,
      lifecycle: listLifecycle(routes, locks, asOf)[0]?.sunset,
      page: [...readDocument(document).operations.values()][0]?.sunset,
      verify: openPromise(locks, { base: '', isService: true, applications: {} }).operations[0]?.lifecycle.sunset?.iso,
      client: knownDeprecations(locks.map(describeVersion))[0]?.[0]?.sunset,
    }).toEqual({
      diff: '2027-03-01T00:00:00.000Z',
      lifecycle: '2027-03-01T00:00:00.000Z',
      page: '2027-03-01T00:00:00.000Z',
      verify: '2027-03-01T00:00:00.000Z',
      client: '2027-03-01',
    });
  });
});
