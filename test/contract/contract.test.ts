import { createApp } from 'svckit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionsOf } from '../../src/routing/versioning/versions.js';
import type { Route } from '../../src/routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../../src/routing/versioning/versioning.js';
import { apps, documentsOf } from '../documents/apps.js';
import { runs } from '../property-runs.js';
import { ContractDocument, type ContractOperation } from './contract-document.js';
import { exerciseOperation, spoilOperation } from './exercise-operation.js';
import { sendRequest } from './send-request.js';
import { type Database, databases, startBundled } from './start-bundled.js';

interface Started {
  readonly url: string;
  readonly routes: readonly Route[];
  /** The headers of a caller with every role. */
  readonly headers: Readonly<Record<string, string>>;
  /** Renews the session of a caller that has just ended it. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

async function start(app: string, database: Database): Promise<Started> {
  if (app === 'bundled') return startBundled(database);
  const { root, ...options } = apps[app]!;
  const served = await createApp(root, { ...options, documents: options.documents ?? {} });
  return {
    url: await served.listen(0),
    routes: served.routes,
    headers: { authorization: 'Bearer admin' },
    renew: async () => {},
    close: () => served.close(),
  };
}

/** Operations of a mount, equal in every document; a call may end the session. */
const isMounted = ({ path }: ContractOperation) => path.startsWith('/api/auth/');

/** Headers that name the version where the document has no parameter for it. */
function undeclaredHeaders(versioning: VersioningOptions | undefined, version: string | null) {
  const scheme = versioningScheme(versioning);
  return version === null || scheme?.parameter ? {} : scheme?.askFor(version).headers;
}

const targets = Object.keys(apps).flatMap((app) =>
  (app === 'bundled' ? databases : databases.slice(0, 1)).map((database) => ({ app, database })),
);

describe.each(targets)('the documents of the app $app and the service itself, on $database', ({ app, database }) => {
  let service: Started;
  const documents: { readonly version: string | null; readonly document: ContractDocument; readonly text: string }[] =
    [];
  beforeAll(async () => {
    service = await start(app, database);
    for (const { version, text } of await documentsOf(app))
      documents.push({ version, text, document: new ContractDocument(text) });
  });
  afterAll(() => service?.close());

  /** The document without a version equals that of one version. */
  const differing = () =>
    documents.filter(({ text }, index) => documents.findIndex((other) => other.text === text) === index);

  it('agree byte for byte', async () => {
    if (!apps[app]!.documents) return;
    for (const { version, text } of documents) {
      const answer = await sendRequest(service.url, {
        method: 'GET',
        path: `/api/openapi.json${version === null ? '' : `?version=${version}`}`,
        headers: {},
      });
      expect(answer.text).toBe(text);
    }
  });

  it('know the same operations', async () => {
    const { versioning } = apps[app]!;
    const served = service.routes.filter(({ hidden, listed }) => !hidden && listed).map((route) => route.operationId);
    const declared = new Set(
      documents.flatMap(({ document }) => document.operations.map(({ operationId }) => operationId)),
    );
    expect(served.filter((operationId) => !declared.has(operationId))).toEqual([]);
    expect(versionsOf(service.routes)).toEqual(documents.flatMap(({ version }) => version ?? []));
    for (const { version, document } of documents) {
      const asked = version === null ? null : versioningScheme(versioning)?.askFor(version);
      const query = new URLSearchParams(asked?.query).toString();
      for (const operation of document.operations) {
        if (isMounted(operation)) continue;
        const { method, path } = operation;
        const headers = {
          ...service.headers,
          ...asked?.headers,
        };
        const answer = await sendRequest(service.url, {
          method: 'OPTIONS',
          path: `${path.replaceAll(/\{\w+\}/g, '1')}?${query}`,
          headers,
        });
        expect([path, String(answer.headers.allow ?? '')]).toEqual([path, expect.stringContaining(method)]);
      }
    }
  });

  it('agree on every answer to a request that the document allows', async () => {
    const problems: string[] = [];
    for (const { version, document } of differing()) {
      for (const operation of document.operations.filter((candidate) => version === null || !isMounted(candidate))) {
        if (isMounted(operation)) await service.renew();
        const headers = { ...service.headers, ...undeclaredHeaders(apps[app]!.versioning, version) };
        const exercised = await exerciseOperation(document, operation, { url: service.url, headers, ...runs(12) });
        problems.push(...exercised.problems);
      }
    }
    expect(problems).toEqual([]);
  });

  it('agree that a request that the document forbids is 400', async () => {
    const problems: string[] = [];
    for (const { version, document } of differing()) {
      for (const operation of document.operations.filter((candidate) => !isMounted(candidate))) {
        const headers = { ...service.headers, ...undeclaredHeaders(apps[app]!.versioning, version) };
        const spoiled = await spoilOperation(document, operation, { url: service.url, headers, ...runs(12) });
        problems.push(...spoiled.problems);
      }
    }
    expect(problems).toEqual([]);
  });
});
