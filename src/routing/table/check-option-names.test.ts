import { describe, expect, it } from 'vitest';
import { checkOptionNames } from './check-option-names.js';

const told = (options: object) => checkOptionNames(options).map(({ id, message, fix }) => `${id}: ${message} ${fix}`);

describe('the names of options', () => {
  it('are those that there are, in the options and inside them', () => {
    expect(
      told({
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

  it('that there are not are told with the one that is near', () => {
    expect(told({ versionning: { type: 'uri' }, retries: 3 })).toEqual([
      'unknown-option: The option versionning is not known. Did you mean versioning?',
      'unknown-option: The option retries is not known. Take it out, or give it to what needs it through a provider.',
    ]);
  });

  it.each([
    [{ cors: { orgin: 'https://a.example' } }, 'cors.orgin is not known. Did you mean cors.origin?'],
    [
      { versioning: { type: 'uri', defaultVersions: ['1'] } },
      'versioning.defaultVersions is not known. Did you mean versioning.defaultVersion?',
    ],
    [{ documents: { docPath: 'help' } }, 'documents.docPath is not known. Did you mean documents.docsPath?'],
    [{ csrf: { origins: [] } }, 'csrf.origins is not known. Write csrf.trustedOrigins, or take it out.'],
    [{ throttle: { limits: 5 } }, 'throttle.limits is not known. Did you mean throttle.limit?'],
    [
      { idempotency: { ttl: 5 } },
      'idempotency.ttl is not known. Write idempotency.ttlSeconds, idempotency.store, or take it out.',
    ],
    [{ lifecycle: { minNotise: 5 } }, 'lifecycle.minNotise is not known. Did you mean lifecycle.minNotice?'],
    [
      {
        mount: [
          { path: '/', handler: 1 },
          { path: '/', handler: 1, documents: {} },
        ],
      },
      'mount.documents is not known. Did you mean mount.document?',
    ],
  ])('inside %j too', (options, line) => {
    expect(told(options)).toEqual([`unknown-option: The option ${line}`]);
  });
});
