import type { AttemptStore } from '@svckit/stores';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import document from './auth-document.js';
import { openTestAccounts, type TestAccounts } from '../testing/open-test-accounts.js';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly schema: { readonly properties?: Readonly<Record<string, unknown>> } };
    };
  };
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as unknown as Record<string, Operation>).map(([verb, operation]) => ({
    name: `${verb.toUpperCase()} ${path}`,
    verb: verb.toUpperCase(),
    path: path.replace('/api/auth', ''),
    fields: Object.keys(operation.requestBody?.content['application/json'].schema.properties ?? {}),
    query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  })),
);

const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'x',
  'x'.repeat(5_000),
  '\u0000',
  '\ud800',
  '__proto__',
  '../../etc/passwd',
  "' or 1=1 --",
  [],
  [[]],
  {},
  { $gt: '' },
  { __proto__: 1 },
];

const sensible: Readonly<Record<string, unknown>> = {
  name: 'Eve',
  email: 'eve@example.com',
  password: 'correct horse battery',
  newPassword: 'another battery',
  currentPassword: 'wrong guess',
  newEmail: 'new@example.com',
  provider: 'github',
  token: 'x'.repeat(32),
  providerId: 'credential',
  accountId: 'x',
};

const nothing = { count: 0, resetSeconds: 1 };
const unlimited: AttemptStore = { hit: () => nothing, read: async () => nothing, takeBack: async () => {} };

describe('whatever a client sends, the service does not fail', () => {
  let accounts: TestAccounts;
  beforeAll(async () => {
    accounts = await openTestAccounts({ throttle: unlimited });
  });
  afterAll(() => accounts.close());

  test.each(operations)('$name', async ({ verb, path, fields, query }) => {
    const plain = Object.fromEntries(
      fields.filter((field) => field in sensible).map((field) => [field, sensible[field]]),
    );
    const bodies =
      verb === 'POST'
        ? [...wrongValues, ...fields.flatMap((field) => wrongValues.map((value) => ({ ...plain, [field]: value })))]
        : [undefined];
    const segments =
      path.includes('{') && verb === 'GET' ? ['x', '%00', '..%2f..', 'x'.repeat(2_000), '__proto__'] : ['x'];
    const texts = wrongValues.filter((value) => typeof value === 'string');
    const searches = [
      '',
      ...query.flatMap((name) =>
        texts.map(
          (text) =>
            `?${new URLSearchParams({ ...Object.fromEntries(query.map((other) => [other, 'x'])), [name]: text })}`,
        ),
      ),
    ];
    const all = segments.flatMap((segment) =>
      searches.flatMap((search) =>
        bodies.map((body) => ({ body, target: `${path.replace(/\{\w+\}/, segment)}${search}` })),
      ),
    );
    const length = Math.min(all.length, runs(20).numRuns);
    const [cases = []] = fc.sample(fc.shuffledSubarray(all, { minLength: length, maxLength: length }), 1);
    const { token } = await accounts.signUp(`${verb}${path.replaceAll(/\W/g, '')}@example.com`);
    for (let start = 0; start < cases.length; start += 16) {
      await Promise.all(
        cases.slice(start, start + 16).map(async ({ body, target }) => {
          const { status, text, headers } = await accounts.call(verb, target, { body, token });
          if (status >= 500)
            throw new Error(
              `${target} ${JSON.stringify(body)?.slice(0, 200)} answered ${status}: ${text}\n${accounts.log.at(-1)}`,
            );
          if (status >= 400) expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/\w/) });
          if (status >= 300 && status < 400)
            expect(headers.get('location')).toMatch(/^\/(?!\/)|^x|^http:\/\/127\.0\.0\.1|^\?/);
        }),
      );
    }
  });

  test.each(operations.filter(({ verb }) => verb === 'POST'))('$name takes no body but an object', async ({ path }) => {
    const { token } = await accounts.signUp(`object${path.replaceAll(/\W/g, '')}@example.com`);
    for (const body of ['{', '[]', '"text"', 'null', '1']) {
      const { status } = await fetch(`${accounts.url}/api/auth${path.replace(/\{\w+\}/, 'x')}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        redirect: 'manual',
        body,
      });
      expect([body, status]).toEqual([body, 400]);
    }
  });
});
