import { request as send } from 'node:http';
import {
  type App,
  Controller,
  createApp,
  Delete,
  Deprecated,
  Get,
  Module,
  Post,
  type ServiceOptions,
  Version,
  VERSION_NEUTRAL,
} from 'svckit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRequest } from '../../contract/explain/explain-request.js';
import type { ExplainedRequest } from '../../contract/explain/explanation.js';
import { handlerName } from '../../routing/table/route.js';
import { appHeaders } from '../../server/app-headers.js';
import { capture, fixture } from '../testing/capture-io.js';

/** Every handler answers its own name. */
@Deprecated({ since: '2026-01-01', sunset: '2027-01-01', link: '/v1' })
@Controller('items', { version: '1' })
class ItemsV1 {
  @Get() list() {
    return 'ItemsV1.list';
  }
  @Get('latest') latest() {
    return 'ItemsV1.latest';
  }
  @Get(':id') one() {
    return 'ItemsV1.one';
  }
}

@Controller('items', { version: ['2', '3'] })
class Items {
  @Get() list() {
    return 'Items.list';
  }
  @Get(':id') one() {
    return 'Items.one';
  }
  @Post() add() {
    return 'Items.add';
  }
  @Version('3') @Delete(':id') drop() {
    return 'Items.drop';
  }
}

@Controller('', { version: VERSION_NEUTRAL })
class Neutral {
  @Get('items/:id') one() {
    return 'Neutral.one';
  }
  @Get('health') health() {
    return 'Neutral.health';
  }
}

@Controller('plain')
class Plain {
  @Get() get() {
    return 'Plain.get';
  }
  @Post(':a/:b') two() {
    return 'Plain.two';
  }
}

@Module({ controllers: [ItemsV1, Items, Neutral, Plain] })
class Root {}

const shared = {
  prefix: 'api',
  securityHeaders: true,
  csrf: true,
  cors: { origin: 'https://a.example' },
  mount: [{ path: '/guest', handler: (_req, res) => void res.end('guest') }],
} satisfies ServiceOptions;

const apps: Readonly<
  Record<string, { readonly options: ServiceOptions; readonly named: readonly ExplainedRequest['headers'][] }>
> = {
  uri: { options: { ...shared, versioning: { type: 'uri', defaultVersion: '2', report: true } }, named: [{}] },
  header: {
    options: { ...shared, versioning: { type: 'header', header: 'X-Version', defaultVersion: ['2', '1'] } },
    named: [{}, { 'x-version': '1' }, { 'x-version': '2' }, { 'x-version': '3' }, { 'x-version': '9' }],
  },
  'header, no default': {
    options: { ...shared, strict: false, versioning: { type: 'header', header: 'X-Version', report: true } },
    named: [{}, { 'x-version': '1' }, { 'x-version': '3' }, { 'x-version': '9' }],
  },
  'media type': {
    options: { ...shared, versioning: { type: 'media-type', key: 'v=', defaultVersion: '1' } },
    named: [
      {},
      { accept: 'application/json;v=1' },
      { accept: 'text/html, application/json; v="3"' },
      { accept: 'application/json;v=9' },
    ],
  },
  unversioned: { options: { ...shared, versioning: { type: 'uri' } }, named: [{}, { 'x-version': '1' }] },
};

const paths = [
  '/',
  '/api',
  '/api/items',
  '/api/items/',
  '/api/items/7',
  '/api/items/latest',
  '/api/items/7/8',
  '/api/health',
  '/api/plain',
  '/api/plain/a/b',
  '/api/plain/a%20b/%C3%A9?q=1',
  '/api/v1/items',
  '/api/v1/items/latest',
  '/api/v2/items/latest',
  '/api/v3/items/7',
  '/api/v9/items',
  '/api/v2/health',
  '/api/v2/plain',
  '/api/guest',
  '/api/guest/x',
  '/api/guests',
  '/api/%zz',
  '/api/plain/a//b',
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
const origins: readonly ExplainedRequest['headers'][] = [
  {},
  { origin: 'https://b.example' },
  { origin: 'https://a.example', 'access-control-request-method': 'GET' },
];

function ask(url: string, { method, url: path, headers }: ExplainedRequest) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const req = send({ hostname, port, method, path, headers }, (res) => {
      let text = '';
      res
        .on('data', (chunk: Buffer) => (text += chunk.toString()))
        .on('end', () => resolve({ status: res.statusCode!, headers: res.headers, text }));
    });
    req.on('error', reject).end();
  });
}

describe.each(Object.entries(apps))('explain and the server, with versions by %s', (_name, { options, named }) => {
  let app: App;
  let url: string;
  beforeAll(async () => {
    app = await createApp(Root, options);
    url = await app.listen(0);
  });
  afterAll(() => app.close());

  it('agree on who answers, the status, the reason of a refusal and the headers', async () => {
    const requests = paths.flatMap((path) =>
      methods.flatMap((method) =>
        named.flatMap((version) =>
          origins.map((origin) => ({ method, url: path, headers: { ...version, ...origin } })),
        ),
      ),
    );
    const outcomes = new Set<string>();
    for (const request of requests) {
      const { outcome, status, route, reason, headers } = explainRequest(
        request,
        app.routes,
        options,
        appHeaders(options),
      );
      const answer = await ask(url, request);
      const where = JSON.stringify(request);
      outcomes.add(outcome);
      if (outcome === 'mount')
        expect(answer, where).toMatchObject({ status: 200, ...(request.method !== 'HEAD' && { text: 'guest' }) });
      else expect(answer.status, where).toBe(status);
      if (outcome === 'handler' && request.method !== 'HEAD')
        expect(JSON.parse(answer.text), where).toBe(handlerName(route!));
      if (outcome === 'refusal' && request.method !== 'HEAD')
        expect((JSON.parse(answer.text) as { detail: string }).detail, where).toBe(reason);
      for (let index = 0; index < headers.length; index += 2) {
        const [name, value] = [headers[index]!, headers[index + 1]!];
        // The cors library varies a preflight's answer by one more field.
        const sent = String(answer.headers[name.toLowerCase()]).replace(', Access-Control-Request-Headers', '');
        expect(sent, `${name} ${where}`).toBe(value);
      }
    }
    expect([...outcomes].sort()).toEqual(['empty', 'handler', 'mount', 'refusal']);
  });
});

const explain = (argv: readonly string[], name = 'header') => capture(['explain', ...argv], { cwd: fixture(name) });

describe('svc explain', () => {
  it('traces a request to its handler', async () => {
    const { code, stdout, stderr } = await explain(['GET', '/api/people/7', '-H', 'X-API-Version: 1']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "GET /api/people/7
        version     read from the header X-API-Version
                    the request names 1
        candidates  → GET /api/people/{id}  version 1  PeopleV1Controller.one  deprecated
                      GET /api/people/{id}  version 2  PeopleController.one
        answered    PeopleV1Controller.one answers.
        handler     PeopleV1Controller.one  ../people/people-v1-controller.ts:19
        parameters  id=7
        on the way  authenticate: who is calling
                    validation: path, else 400
        status      200 when it succeeds
        headers     Content-Security-Policy: default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests
                    Cross-Origin-Opener-Policy: same-origin
                    Cross-Origin-Resource-Policy: same-origin
                    Origin-Agent-Cluster: ?1
                    Referrer-Policy: no-referrer
                    Strict-Transport-Security: max-age=31536000; includeSubDomains
                    X-Content-Type-Options: nosniff
                    X-Dns-Prefetch-Control: off
                    X-Download-Options: noopen
                    X-Frame-Options: SAMEORIGIN
                    X-Permitted-Cross-Domain-Policies: none
                    X-Xss-Protection: 0
                    Vary: Origin, X-API-Version
                    API-Supported-Versions: 1, 2
                    API-Deprecated-Versions: 1
                    Deprecation: @1788220800
                    Sunset: Mon, 01 Mar 2027 00:00:00 GMT
                    Link: <https://example.com/people-v1>; rel="deprecation"; type="text/html"
      "
    `);
  });

  it('says why nobody answers, and exits 1', async () => {
    const { code, stdout } = await explain(['delete', '/api/people', '-H', 'X-API-Version: 1']);
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "DELETE /api/people
        version     read from the header X-API-Version
                    the request names 1
        candidates    DELETE /api/people  version 2  PeopleController.clear
        refused     This address answers GET, HEAD, POST, OPTIONS.
        status      405
        headers     Content-Security-Policy: default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests
                    Cross-Origin-Opener-Policy: same-origin
                    Cross-Origin-Resource-Policy: same-origin
                    Origin-Agent-Cluster: ?1
                    Referrer-Policy: no-referrer
                    Strict-Transport-Security: max-age=31536000; includeSubDomains
                    X-Content-Type-Options: nosniff
                    X-Dns-Prefetch-Control: off
                    X-Download-Options: noopen
                    X-Frame-Options: SAMEORIGIN
                    X-Permitted-Cross-Domain-Policies: none
                    X-Xss-Protection: 0
                    Vary: Origin, X-API-Version
                    API-Supported-Versions: 2
                    Allow: GET, HEAD, POST, OPTIONS
      "
    `);
  });

  it('explains under URI versioning and by media type too', async () => {
    expect((await explain(['GET', '/api/v2/people'], 'uri')).stdout).toContain('PeopleController.list');
    expect((await explain(['GET', '/api/v9/people'], 'uri')).stdout).toContain(
      'This address is not in version 9. It is in 1, 2.',
    );
    expect(
      (await explain(['GET', '/api/people', '-H', 'Accept: application/json;v=1'], 'media-type')).stdout,
    ).toContain('PeopleV1Controller.list');
  });

  it('writes JSON', async () => {
    const { stdout } = await explain(['GET', '/api/people', '-H', 'X-API-Version: 2', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      apiVersion: { named: '2' },
      outcome: 'handler',
      status: 200,
      route: {
        handler: 'PeopleController.list',
        guards: ['AuditGuard'],
        file: expect.stringContaining('people-controller.ts'),
        line: expect.any(Number),
      },
    });
  });

  it.each([
    [
      ['GTE', '/api'],
      'Unknown method "GTE". Did you mean GET? Available: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.\n',
    ],
    [['GET', 'api'], 'api is no path. Write it with a slash in front: /api\n'],
    [['GET', '/a b'], '/a b has characters that a request cannot have. Write it percent-encoded: /a%20b\n'],
    [['GET', '/api', '-H', 'nonsense'], '--header "nonsense" is no header. Write -H \'Name: value\'.\n'],
    [['GET'], "error: missing required argument 'path'\n"],
  ])('refuses %j', async (argv, stderr) => {
    expect(await explain(argv)).toEqual({ code: 2, stdout: '', stderr });
  });
});
