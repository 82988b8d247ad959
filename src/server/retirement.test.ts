import {
  Authenticated,
  Controller,
  Deprecated,
  defineVersions,
  Get,
  Module,
  operation,
  change,
  type ServiceOptions,
} from 'svckit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from './testing/serve-for-test.js';

const brownouts = [{ from: '2027-02-20T09:00Z', to: '2027-02-20T10:00Z' }];
const deprecated = { since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/v1', brownouts };
let today = '2027-01-01';
const params = z.object({ id: z.string() });

@Controller('users')
class UsersController {
  @Get(':id', { params })
  one() {
    return { name: 'Ada' };
  }

  @Deprecated({ since: '2026-09-01', sunset: '2027-06-01' })
  @Get('later')
  later() {
    return {};
  }

  @Get('people/:id', { params })
  moved() {
    return {};
  }

  @Authenticated()
  @Get('private/:id')
  own() {
    return {};
  }
}

@Module({ controllers: [UsersController] })
class Root {}

const versions = defineVersions([
  { version: '1', deprecated },
  {
    version: '2',
    changes: [
      change({
        title: 'People are in one place',
        operations: [operation(() => UsersController, 'moved', { before: { path: 'persons/:id' } })],
      }),
    ],
  },
]);

const refuse: ServiceOptions = {
  versioning: { type: 'header', header: 'X-Version', defaultVersion: '1', versions, sunset: 'refuse' },
  now: () => new Date(today),
};

let running: Awaited<ReturnType<typeof serveForTest>> | undefined;
const serve = async (options: ServiceOptions) => (running = await serveForTest(Root, options));
afterEach(() => running?.app.close());

describe('a version after its sunset', () => {
  it('answers 410 that names its successor, from the first moment on', async () => {
    const { call } = await serve(refuse);
    today = '2027-02-28T23:59:59.999Z';
    expect((await call('/users/7')).status).toBe(200);
    today = '2027-03-01';
    const answer = await call('/users/7');
    expect(answer.status).toBe(410);
    expect(answer.json()).toMatchObject({
      code: 'api-version-retired',
      detail: 'This operation of version 1 was retired on 2027-03-01. Use version 2 instead.',
      version: '1',
      sunset: '2027-03-01T00:00:00.000Z',
      successor: '2',
      link: 'https://example.com/v1',
    });
    expect(answer.headers.link).toBe(
      '</users/7>; rel="successor-version", <https://example.com/v1>; rel="deprecation"; type="text/html"',
    );
    expect(answer.headers).toMatchObject({ sunset: 'Mon, 01 Mar 2027 00:00:00 GMT', vary: 'X-Version' });
    expect((await call('/users/7', { headers: { 'x-version': '2' } })).status).toBe(200);
  });

  it('is served on where sunsets are only announced', async () => {
    const { call } = await serve({ ...refuse, versioning: { ...refuse.versioning!, sunset: 'announce' } });
    today = '2027-03-02';
    expect((await call('/users/7')).status).toBe(200);
  });

  it('keeps the operations whose own sunset is later', async () => {
    const { call } = await serve(refuse);
    today = '2027-03-02';
    expect((await call('/users/later')).status).toBe(200);
    today = '2027-06-02';
    expect((await call('/users/later')).json()).toMatchObject({ status: 410, successor: '2' });
  });

  it('links to an operation that has moved, with the values of the request', async () => {
    const { call } = await serve(refuse);
    today = '2027-03-02';
    const { headers } = await call('/users/persons/a%2Fb');
    expect(headers.link).toContain('</users/people/a%2Fb>; rel="successor-version"');
  });

  it.each([
    [{ type: 'uri' } as const, '/v1/users/7', '</v2/users/7>'],
    [{ type: 'query', parameter: 'version' } as const, '/users/7?version=1', '</users/7?version=2>'],
  ])('links to the successor under %j', async (type, path, link) => {
    const { call } = await serve({ ...refuse, versioning: { ...type, versions, sunset: 'refuse' } });
    today = '2027-03-02';
    expect((await call(path)).headers.link).toContain(`${link}; rel="successor-version"`);
  });

  it('refuses after authentication and before access, in an order that explain shows', async () => {
    const asked: string[] = [];
    const authenticate = () => (asked.push('authenticate'), null);
    const { call } = await serve({ ...refuse, authenticate });
    today = '2027-03-02';
    expect((await call('/users/private/7')).status).toBe(410);
    expect(asked).toEqual(['authenticate']);
  });
});

describe('a brownout', () => {
  it('answers 503 until it ends, and says when to come back', async () => {
    const { call } = await serve(refuse);
    today = '2027-02-20T09:59:00.500Z';
    const answer = await call('/users/7');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '60']);
    expect(answer.json()).toMatchObject({
      code: 'api-version-brownout',
      detail:
        'This operation of version 1 does not answer until 2027-02-20T10:00Z: it goes away on 2027-03-01. Use version 2 instead.',
      until: '2027-02-20T10:00:00.000Z',
      successor: '2',
    });
    today = '2027-02-20T10:00Z';
    expect((await call('/users/7')).status).toBe(200);
    today = '2027-02-20T08:59:59.999Z';
    expect((await call('/users/7')).status).toBe(200);
  });
});
