import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type App, Controller, createApp, Deprecated, Get, Module, type ServiceOptions, Version } from '../index.js';
import { testApp } from '../testing/index.js';
import { compileService } from './compile-service.js';
import { buildDocument } from './document/build-document.js';
import type { OpenApiDocument } from './document/open-api.js';
import { resolveFragments } from './document/resolve-fragments.js';
import { serialiseDocument } from './document/serialise-document.js';
import { documentSettings } from './documented-app.js';

const nick = z.string().optional().meta({ deprecated: true, 'x-sunset': '2027-02-01' });
const User = z.object({ id: z.int().min(1), name: z.string(), nick }).meta({ id: 'User' });

@Controller('users')
class UsersController {
  @Deprecated({ since: '2026-09-01', sunset: '2027-03-01' })
  @Version('1')
  @Get('', { response: z.array(User) })
  listOne() {
    return [];
  }
  @Version('2') @Get('', { response: z.array(User.extend({ tags: z.array(z.string()) })) }) listTwo() {
    return [];
  }
}

@Module({ controllers: [UsersController] })
class AppModule {}

const options = {
  prefix: 'api',
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
  documents: { info: { title: 'Users <API>', version: '1.4.0' } },
  now: () => new Date('2026-11-26'),
  mount: [
    {
      path: '/extra',
      handler: (_req, res) => void res.end('mounted'),
      document: () => ({
        paths: {
          '/api/extra/one': {
            get: { operationId: 'one', tags: ['Extra'], summary: 'One', responses: { 200: { description: 'OK' } } },
          },
        },
      }),
    },
  ],
} satisfies ServiceOptions;

let app: App;
let base: string;
beforeAll(async () => {
  app = await createApp(AppModule, options);
  base = await app.listen(0);
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${base}${path}`, { headers });

describe('the served documents', () => {
  it('leave the routes of the toolkit out unless they are listed', async () => {
    const document = (await (await get('/api/openapi.json')).json()) as OpenApiDocument;
    expect(Object.keys(document.paths)).toEqual(['/api/extra/one', '/api/users']);
    expect(document.tags.map(({ name }) => name)).not.toContain('OpenApi');
  });

  it.each([
    [undefined, ''],
    ['1', '?version=1'],
    ['2', '?version=2'],
  ])('are byte for byte those that are exported offline (version %s)', async (apiVersion, query) => {
    const answer = await get(`/api/openapi.json${query}`);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const table = compileService({ root: AppModule, ...options });
    const mounts = await resolveFragments(options.mount, options.prefix);
    expect(await answer.text()).toBe(
      serialiseDocument(buildDocument(table, { ...documentSettings(options), mounts, apiVersion })),
    );
  });

  it('are not sent again to a caller that already has them', async () => {
    const etag = (await get('/api/openapi.json')).headers.get('etag')!;
    expect((await get('/api/openapi.json', { 'if-none-match': `"x", W/${etag}` })).status).toBe(304);
    expect((await get('/api/openapi.json?version=2', { 'if-none-match': etag })).status).toBe(200);
  });

  it('are the same whatever version the request names', async () => {
    const answers = await Promise.all([
      get('/api/openapi.json'),
      get('/api/openapi.json', { 'x-api-version': '2' }),
      get('/api/openapi.json?version=1'),
    ]);
    const [first, ...rest] = await Promise.all(answers.map((answer) => answer.text()));
    expect(rest).toEqual([first, first]);
  });

  it('declare the entity tags that they read, and the version parameter of a versioned API', async () => {
    const named = (document: unknown, path: string) =>
      (document as OpenApiDocument).paths[path]!.get!.parameters?.map(({ name }) => name);
    const listed = { ...options, documents: { ...options.documents, listed: true } };
    const table = compileService({ root: AppModule, ...listed });
    const document = buildDocument(table, documentSettings(listed));
    expect(named(document, '/api/openapi.json')).toEqual(['version', 'if-none-match']);
    expect(named(document, '/api/docs')).toEqual(['version', 'from', 'operation', 'schema']);
    expect(named(document, '/api/docs/assets/{file}')).toEqual(['file', 'if-none-match']);

    @Controller('plain')
    class PlainController {
      @Get() plain() {
        return '';
      }
    }
    @Module({ controllers: [PlainController] })
    class Plain {}
    const unversioned = await createApp(Plain, { documents: { listed: true } });
    const url = await unversioned.listen(0);
    const own: unknown = await (await fetch(`${url}/openapi.json`)).json();
    expect([named(own, '/openapi.json'), named(own, '/docs')]).toEqual([['if-none-match'], ['operation', 'schema']]);
    expect((await fetch(`${url}/openapi.json?version=1`)).status).toBe(404);
    await unversioned.close();
  });

  it.each(['/api/openapi.json', '/api/docs'])(
    '%s answers 404 for an unknown version and lists the available ones',
    async (path) => {
      const answer = await get(`${path}?version=3`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(await answer.json()).toMatchObject({
        status: 404,
        detail: 'Unknown version "3". Available: 1, 2.',
        supportedVersions: ['1', '2'],
      });
    },
  );
});

describe('the explorer page', () => {
  it('has a content security policy that admits its own scripts and styles only', async () => {
    const [one, other] = await Promise.all([get('/api/docs'), get('/api/docs')]);
    const policy = one.headers.get('content-security-policy')!;
    const nonce = /script-src 'nonce-([^']+)';/.exec(policy)![1]!;
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(other.headers.get('content-security-policy')).not.toContain(nonce);
    const text = await one.text();
    for (const tag of text.match(/<(?:script|style|link rel="stylesheet")[^>]*>/g)!)
      expect(tag).toContain(`nonce="${nonce}"`);
    expect(text).not.toMatch(/\sstyle="|\son\w+="/);
  });

  it('links to one page per version and marks the current one', async () => {
    const text = await (await get('/api/docs?version=2')).text();
    expect(text).toContain(
      '<a href="/api/docs?version=1"><span class="word">Version </span>1<small> · default · <span class="leaves">leaves <time datetime="2027-03-01T00:00:00.000Z">1 March</time></span></small></a>',
    );
    expect(text).toContain(
      '<a href="/api/docs?version=2" aria-current="page"><span class="word">Version </span>2<small> · latest</small></a>',
    );
    expect(text).toContain('href="/api/openapi.json?version=2"');
    expect(text).toContain('>Users &lt;API&gt;</h1>');
  });

  it('lists every operation before any script runs, mounted ones too, and has a page for each', async () => {
    const text = await (await get('/api/docs')).text();
    const links = [...text.matchAll(/href="(\/api\/docs\?operation=[^"]+)" title="([^"]+)"/g)];
    expect(links.map(([, , path]) => path)).toEqual(['/api/extra/one', '/api/users']);
    for (const [, href, path] of links) expect(await (await get(href!)).text()).toContain(`<code>${path}</code>`);
  });

  it.each(['operation=nothing', 'schema=Nothing'])(
    'answers 404 for what the document does not have: %s',
    async (query) => {
      const answer = await get(`/api/docs?${query}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    },
  );

  it('stays on the operation in another version, marks what is new there, and names the difference', async () => {
    const text = await (await get('/api/docs?version=2&operation=get-api-users')).text();
    expect(text).toContain(
      '<a href="/api/docs?version=1&amp;operation=get-api-users"><span class="word">Version </span>1<small>',
    );
    expect(text).toMatch(/<code class="name">tags<\/code>[^\n]*<span class="mark new">new<\/span>/);
    expect(text).toContain('From <a href="/api/docs?version=1&amp;operation=get-api-users">version 1</a> to version 2');
    const first = await (await get('/api/docs?version=1&operation=get-api-users')).text();
    expect(first).not.toContain('What changes for you');
  });

  it('writes the guide from one version to the next', async () => {
    const text = await (await get('/api/docs/changes?version=2')).text();
    expect(text).toContain('From version 1 to version 2</h1>');
    expect(text).toMatch(/Compatible changes[\s\S]*\/api\/users[\s\S]*is new, and always there/);
    expect(await (await get('/api/docs/changes?version=1')).text()).toContain('Version 1 is the first one');
  });

  it('serves its own files, compressed for browsers that accept it', async () => {
    const answer = await get('/api/docs/assets/page.css');
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
      200,
      'text/css; charset=utf-8',
      'gzip',
    ]);
    expect(await answer.text()).toContain('.sidebar');
    expect((await get('/api/docs/assets/package.json')).status).toBe(404);
    expect((await get('/api/docs/assets/..%2fpackage.json')).status).toBe(404);
  });

  it('draws versions, deprecations and sunsets from the route table', async () => {
    const answer = await get('/api/docs/versions');
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('Version 1 (1 operation): deprecated since 2026-09-01, served until 2027-03-01.');
  });

  it('lists deprecated members on the timeline, as a site of files does', async () => {
    const { request, close } = await testApp(AppModule, {
      ...options,
      usage: true,
      authenticate: () => ({ id: 'root', roles: ['admin'] }),
    });
    const text = await (await request('/api/docs/versions')).text();
    await close();
    const [, row = ''] = /<tr class="part">(<th scope="row">property User\.nick[^]*?)<\/tr>/.exec(text) ?? [];
    expect(
      row
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe('property User.nick 2027-02-01');
    expect(row).not.toContain('no known consumer');
  });

  it('marks the day of the request, and links to where the app is mounted, whatever was asked before', async () => {
    let day = '2026-10-05';
    const dated = await createApp(AppModule, { ...options, now: () => new Date(`${day}T12:00:00Z`) });
    const outer = createServer((req, res) => {
      const [, mount, rest] = /^(\/\w+)(\/.*)$/s.exec(req.url!)!;
      dated.handler(Object.assign(req, { originalUrl: `${mount}${rest}`, url: rest }), res);
    });
    await new Promise<void>((resolve) => outer.listen(0, resolve));
    const read = async (path: string) =>
      (await fetch(`http://127.0.0.1:${(outer.address() as AddressInfo).port}${path}`)).text();
    const readToday = async () => /x="([\d.]+)"[^>]*>today</.exec(await read('/one/api/docs/versions'))![1];
    const first = await readToday();
    day = '2026-11-05';
    expect(Number(await readToday())).toBeGreaterThan(Number(first));
    for (const mount of ['/one', '/other'])
      expect(await read(`${mount}/api/docs`)).toContain(`<a href="${mount}/api/docs">`);
    outer.close();
    await dated.close();
  });

  it('can be rendered by the app, which receives the links of the versions', async () => {
    const custom = await createApp(AppModule, {
      ...options,
      documents: {
        ...options.documents,
        docsPath: 'help',
        render: ({ title, versions, documentUrl, nonce, assetsUrl }) =>
          `<p>${JSON.stringify({ title, versions, documentUrl, assetsUrl, noncy: nonce.length > 15 })}</p>`,
      },
    });
    const url = await custom.listen(0);
    const text = await (await fetch(`${url}/api/help?version=2`)).text();
    await custom.close();
    expect(JSON.parse(text.slice(3, -4))).toEqual({
      title: 'Users <API>',
      versions: [
        {
          version: '1',
          url: '/api/help?version=1',
          documentUrl: '/api/openapi.json?version=1',
          current: false,
          released: null,
          deprecated: true,
          sunset: '2027-03-01T00:00:00.000Z',
        },
        {
          version: '2',
          url: '/api/help?version=2',
          documentUrl: '/api/openapi.json?version=2',
          current: true,
          released: null,
          deprecated: false,
          sunset: null,
        },
      ],
      documentUrl: '/api/openapi.json?version=2',
      assetsUrl: '/api/help/assets',
      noncy: true,
    });
  });
});
