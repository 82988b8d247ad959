import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, test } from 'vitest';
import document from './auth-document.js';
import { authOperationTexts } from './auth-operation-texts.js';
import { authSettings } from './auth-settings.js';
import { generateAuthDocument } from './generate-auth-document.js';

const settings = z.object(authSettings).parse({});

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly schema: { readonly description?: string };
  }[];
  readonly tags: readonly string[];
  readonly security: unknown;
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([verb, operation]) => ({ path, verb, ...operation })),
);

/** The table of the specification. */
const specified = [
  'post /api/auth/sign-in/social',
  'get /api/auth/callback/{id}',
  'post /api/auth/callback/{id}',
  'get /api/auth/get-session',
  'post /api/auth/get-session',
  'post /api/auth/sign-out',
  'post /api/auth/sign-up/email',
  'post /api/auth/sign-in/email',
  'post /api/auth/reset-password',
  'post /api/auth/verify-password',
  'get /api/auth/verify-email',
  'post /api/auth/send-verification-email',
  'post /api/auth/change-email',
  'post /api/auth/change-password',
  'post /api/auth/update-session',
  'post /api/auth/update-user',
  'post /api/auth/delete-user',
  'post /api/auth/request-password-reset',
  'get /api/auth/reset-password/{token}',
  'get /api/auth/list-sessions',
  'post /api/auth/revoke-session',
];

const specifiedIds = [
  'socialSignIn',
  'getSession',
  'getSessionPost',
  'signOut',
  'signUpWithEmailAndPassword',
  'signInEmail',
  'resetPassword',
  'verifyPassword',
  'sendVerificationEmail',
  'changeEmail',
  'changePassword',
  'updateSession',
  'updateUser',
  'deleteUser',
  'requestPasswordReset',
  'resetPasswordCallback',
  'listUserSessions',
];

test('the committed fragment is what better-auth describes now; `node scripts/generate-auth-document.mjs` brings it up to date', async () => {
  const committed = JSON.parse(await readFile(new URL('auth-document.json', import.meta.url), 'utf8')) as unknown;
  expect(committed).toEqual(JSON.parse(JSON.stringify(await generateAuthDocument(settings))));
});

test('every specified route is described, with the operation ids that the specification lists and others once each', () => {
  expect(operations.map(({ verb, path }) => `${verb} ${path}`)).toEqual(expect.arrayContaining(specified));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toEqual(expect.arrayContaining(specifiedIds));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every operation is tagged Auth, asks for bearerAuth and declares the shared refusals', () => {
  for (const { tags, security, responses } of operations) {
    expect(tags).toEqual(['Auth']);
    expect(security).toEqual([{ bearerAuth: [] }]);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '429', '500']));
  }
});

test('every operation and every parameter says in words of its own what it is for, and no words are left over', () => {
  expect(Object.keys(authOperationTexts).toSorted()).toEqual(
    operations.map(({ verb, path }) => `${verb} ${path.replace('/api/auth', '')}`).toSorted(),
  );
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(operations.length);
  const silent = operations.flatMap(({ path, parameters = [] }) =>
    parameters
      .filter(({ description, schema }) => !description && !schema.description)
      .map(({ name }) => `${path} ${name}`),
  );
  expect(silent).toEqual([]);
});

test('what the mount refuses of a name and a picture is declared', () => {
  for (const path of ['/api/auth/sign-up/email', '/api/auth/update-user'] as const) {
    expect(document.paths[path].post.requestBody.content['application/json'].schema.properties).toMatchObject({
      name: { minLength: 1 },
      image: { format: 'uri' },
    });
  }
});

test('what the mount itself answers is declared: redirects, bodies that it does not take, and a database that is away', () => {
  const declaring = (status: string) =>
    operations.filter(({ responses }) => status in responses).map(({ verb, path }) => `${verb} ${path}`);
  expect(declaring('302')).toEqual([
    'get /api/auth/callback/{id}',
    'post /api/auth/callback/{id}',
    'get /api/auth/verify-email',
    'get /api/auth/reset-password/{token}',
    'get /api/auth/delete-user/callback',
  ]);
  const posts = operations.filter(({ verb }) => verb === 'post').map(({ verb, path }) => `${verb} ${path}`);
  expect(declaring('413')).toEqual(posts);
  expect(declaring('415')).toEqual(posts);
  expect(declaring('503')).toHaveLength(operations.length);
});

test('a value of a nullable list of choices may be null', () => {
  const { message } =
    document.paths['/api/auth/change-email'].post.responses['200'].content['application/json'].schema.properties;
  expect(message).toMatchObject({ type: ['string', 'null'], enum: ['Email updated', 'Verification email sent', null] });
});

test('nothing of an older OpenAPI is left, and every reference leads somewhere', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"nullable"');
  expect(text).not.toContain('apiKeyCookie');
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  expect([...references].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
});

test('names the 35 social providers of the specification, and takes any other', () => {
  const { schema } = z
    .object({ content: z.object({ 'application/json': z.object({ schema: z.any() }) }) })
    .parse(operations.find(({ operationId }) => operationId === 'socialSignIn')?.requestBody).content[
    'application/json'
  ];
  expect(schema.properties.provider.anyOf).toEqual([
    { type: 'string', enum: expect.toSatisfy((names: readonly string[]) => names.length === 35) },
    { type: 'string' },
  ]);
});

test('every refusal is described with a message, which all but 403, 404, 429 and 500 promise', () => {
  const refusals = operations.flatMap(({ path, verb, responses }) =>
    Object.entries(
      responses as Record<
        string,
        { content?: Record<string, { schema: { properties?: object; required?: string[] } }> }
      >,
    )
      .filter(([status]) => /^[45]/.test(status))
      .map(([status, { content }]) => ({
        name: `${verb} ${path} ${status}`,
        promises: !['403', '404', '429', '500'].includes(status),
        content: Object.values(content ?? {}),
      })),
  );
  expect(refusals.length).toBeGreaterThan(100);
  const wrong = refusals.filter(
    ({ content, promises }) =>
      content.length === 0 ||
      content.some(
        ({ schema: { properties = {}, required = [] } }) =>
          !('message' in properties) || required.includes('message') !== promises,
      ),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
