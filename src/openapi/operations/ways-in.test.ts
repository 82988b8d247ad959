import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Json, JsonObject } from '../../json/json.js';
import { diffDocuments } from '../../diff/diff-documents.js';

const shuts = new Set(['api-became-protected', 'api-access-removed']);

const document = (securitySchemes: Json, security: Json | undefined): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Items', version: '1' },
  components: { securitySchemes },
  ...(security !== undefined && { security }),
  paths: { '/items': { get: { responses: { 200: { description: '' } } } } },
});
const isShut = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20' }).some(({ id }) => shuts.has(id));

/** What a client can have: a key under a name, a bearer token, and tokens of an OAuth flow with some scopes. */
type Credential = readonly [scheme: string, form: string, scopes: readonly string[]];

const scopeSets = [[], ['read'], ['write'], ['read', 'write']] as const;
const forms = {
  key: [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { type: 'apiKey', in: 'header', name: 'x-key' },
    { type: 'apiKey', in: 'query', name: 'X-Key' },
  ],
  token: [
    { type: 'http', scheme: 'bearer' },
    { type: 'http', scheme: 'basic' },
  ],
  oauth: [
    { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/a', scopes: {} } } },
    {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: '/a', scopes: {} }, password: { tokenUrl: '/a', scopes: {} } },
    },
    { type: 'oauth2', flows: { password: { tokenUrl: '/b', scopes: {} } } },
  ],
} as const;

/** The credentials of a scheme that clients can tell apart, written down by hand for each form above. */
const written: Readonly<Record<string, readonly (readonly string[])[]>> = {
  key: [['header x-key'], ['header x-key'], ['query X-Key']],
  token: [['bearer'], ['basic']],
  oauth: [['client /a'], ['client /a', 'password /a'], ['password /b']],
};

type Side = {
  readonly chosen: Readonly<Record<keyof typeof forms, number>>;
  readonly requirements: readonly Readonly<Record<string, readonly string[]>>[] | undefined;
};

const side: fc.Arbitrary<Side> = fc.record({
  chosen: fc.record({
    key: fc.nat({ max: 2 }),
    token: fc.nat({ max: 1 }),
    oauth: fc.nat({ max: 2 }),
  }),
  requirements: fc.option(
    fc.array(
      fc.record(
        {
          key: fc.constant([] as readonly string[]),
          token: fc.constant([] as readonly string[]),
          oauth: fc.constantFrom<readonly string[]>(...scopeSets),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
    { nil: undefined },
  ),
});

const documentOf = ({ chosen, requirements }: Side) =>
  document(
    { key: forms.key[chosen.key]!, token: forms.token[chosen.token]!, oauth: forms.oauth[chosen.oauth]! } as Json,
    requirements as Json | undefined,
  );

/** Whether a client is let in: it has something for every scheme of some requirement. */
function isLetIn({ chosen, requirements = [] }: Side, client: readonly Credential[]): boolean {
  if (requirements.length === 0) return true;
  return requirements.some((requirement) =>
    Object.entries(requirement).every(([scheme, scopes]) =>
      client.some(
        ([name, form, granted]) =>
          name === scheme &&
          written[scheme]![chosen[scheme as keyof typeof forms]]!.includes(form) &&
          scopes.every((scope) => granted.includes(scope)),
      ),
    ),
  );
}

/** Every client, as the set of credentials that it has. */
const clients = ['header x-key', 'query X-Key', null]
  .map((form): readonly Credential[] => (form === null ? [] : [['key', form, []]]))
  .flatMap((held) =>
    ['bearer', 'basic', null].map((form) => (form === null ? held : [...held, ['token', form, []] as const])),
  )
  .flatMap((held) =>
    ['client /a', 'password /a', 'password /b', null].flatMap((form) =>
      form === null ? [held] : scopeSets.map((scopes) => [...held, ['oauth', form, scopes] as const]),
    ),
  );

describe('ways in', () => {
  it('are reported exactly when some client that was let in is shut out', () => {
    const tries = runs(400);
    const seen = { shut: 0, open: 0 };
    fc.assert(
      fc.property(side, side, (base, revision) => {
        const expected = clients.some((client) => isLetIn(base, client) && !isLetIn(revision, client));
        seen[expected ? 'shut' : 'open']++;
        expect(isShut(documentOf(base), documentOf(revision))).toBe(expected);
      }),
      tries,
    );
    expect(Math.min(seen.shut, seen.open)).toBeGreaterThan(tries.numRuns / 8);
  });

  it('stay open under another name of the same scheme', () => {
    const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
    const base = document({ key }, [{ key: [] }]);
    expect(isShut(base, document({ apiKey: key }, [{ apiKey: [] }]))).toBe(false);
    expect(isShut(base, document({ apiKey: { ...key, name: 'X-Api-Key' } }, [{ apiKey: [] }]))).toBe(true);
    expect(isShut(base, document({ key, other: key }, [{ other: [] }]))).toBe(true);
  });

  it.each([
    [{ type: 'openIdConnect', openIdConnectUrl: '/a' }, { type: 'openIdConnect', openIdConnectUrl: '/b' }, true],
    [{ type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' }, { type: 'http', scheme: 'bearer' }, false],
    [{ type: 'mutualTLS' }, { type: 'mutualTLS', description: 'With a certificate.' }, false],
    [
      { type: 'oauth2', flows: { password: { tokenUrl: '/a', scopes: { read: 'Read.' } } } },
      { type: 'oauth2', flows: { password: { tokenUrl: '/a', refreshUrl: '/r', scopes: {} } } },
      true,
    ],
  ])('from %j to %j shut clients out: %j', (from, to, expected) => {
    const security = [{ scheme: [] }];
    expect(isShut(document({ scheme: from } as Json, security), document({ scheme: to } as Json, security))).toBe(
      expected,
    );
  });

  it('are compared as one where the flows of a requirement make too many ways to tell them apart', () => {
    const flows = (last: string) =>
      Object.fromEntries(['password', 'clientCredentials', 'implicit'].map((flow) => [flow, { tokenUrl: last }]));
    const schemes = (last: string) =>
      Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [`s${index}`, { type: 'oauth2', flows: flows(last) }]),
      );
    const security = [Object.fromEntries(Object.keys(schemes('/a')).map((name) => [name, []]))];
    const base = document(schemes('/a'), security);
    expect(isShut(base, document(schemes('/a'), security))).toBe(false);
    expect(isShut(base, document({ ...schemes('/a'), s39: { type: 'oauth2', flows: flows('/b') } }, security))).toBe(
      true,
    );
  });

  it('are counted in the sentence about a lost one, beyond the first ten', () => {
    const ways = (word: string) => Array.from({ length: 15 }, (_, index) => ({ [`${word}${index}`]: [] }));
    const found = diffDocuments(document({}, ways('old')), document({}, ways('new')), { asOf: '2026-11-20' });
    const lost = found.filter(({ id }) => id === 'api-access-removed').map(({ message }) => message);
    expect(lost).toHaveLength(15);
    expect(lost[0]).toContain('new8, new9 or 5 other ways');
  });
});
