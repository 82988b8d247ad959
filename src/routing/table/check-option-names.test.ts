import { describe, expect, it } from 'vitest';
import { checkOptionNames } from './check-option-names.js';
import { checkOptions } from './check-options.js';

const problemsOf = (options: object) =>
  checkOptionNames(options).map(({ id, message, fix }) => `${id}: ${message} ${fix}`);

describe('the values of options', () => {
  it('are shortened in a problem: one may hold a whole document', () => {
    const document = { openapi: '3.1.0', info: { title: 'x'.repeat(500) } };
    const [problem] = checkOptions({ mount: [{ path: 'files', handler: () => {}, document }] });
    expect(problem!.message).toMatch(/^Invalid option mount: \[\{"path":"files".{60,80}…\.$/);
  });
});

describe('the names of options', () => {
  it('cover the options and everything inside them', () => {
    expect(
      problemsOf({
        root: class {},
        info: {},
        prepare: undefined,
        checks: { anything: 'off' },
        retries: undefined,
        versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', report: true },
        documents: { path: 'openapi.json', servers: [{ url: '/', variables: {} }] },
        cors: { origin: '*', credentials: true, maxAge: 5 },
        securityHeaders: { whatever: 'helmet takes' },
        mount: [{ path: '/files', handler: () => undefined, document: {} }],
        throttle: { limit: 1, windowSeconds: 1, store: { hit: () => undefined, own: 1 } },
        logger: { debug: () => undefined },
      }),
    ).toEqual([]);
  });

  it('that are unknown are reported with the nearest one', () => {
    expect(problemsOf({ versionning: { type: 'uri' }, pagination: 3 })).toEqual([
      'unknown-option: Unknown option "versionning". Did you mean "versioning"?',
      'unknown-option: Unknown option "pagination". Remove it, or make it a provider of a module.',
    ]);
  });

  it.each([
    [
      { cors: { orgin: 'https://a.example' } },
      '"cors.orgin". Did you mean "origin"? Available: origin, methods, allowedHeaders, exposedHeaders, credentials, maxAge, preflightContinue, optionsSuccessStatus.',
    ],
    [
      { versioning: { type: 'uri', defaultVersions: ['1'] } },
      '"versioning.defaultVersions". Did you mean "defaultVersion"?',
    ],
    [
      { documents: { docPath: 'help' } },
      '"documents.docPath". Did you mean "docsPath"? Available: path, docsPath, listed, info, servers, tags, render.',
    ],
    [{ csrf: { origins: [] } }, '"csrf.origins". Available: trustedOrigins.'],
    [{ throttle: { limits: 5 } }, '"throttle.limits". Did you mean "limit"? Available: limit, windowSeconds, store.'],
    [{ idempotency: { ttl: 5 } }, '"idempotency.ttl". Available: ttlSeconds, store.'],
    [
      { lifecycle: { minNotise: 5 } },
      '"lifecycle.minNotise". Did you mean "minNotice"? Available: minNotice, evidence, store.',
    ],
    [
      {
        mount: [
          { path: '/', handler: 1 },
          { path: '/', handler: 1, documents: {} },
        ],
      },
      '"mount.documents". Did you mean "document"? Available: path, handler, document.',
    ],
  ])('inside %j too', (options, line) => {
    expect(problemsOf(options)).toEqual([`unknown-option: Unknown option ${line}`]);
  });
});
