import { Counter, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { Controller, createApp, Deprecated, Get, Module, type ServiceOptions, Version } from '../../index.js';
import { serveForTest } from '../testing/serve-for-test.js';

let release = () => {};
let hold = Promise.resolve();

@Controller('users')
class UsersController {
  @Deprecated({ since: '2026-01-01' }) @Version('1') @Get(':id') first() {
    return 1;
  }
  @Version('2') @Get(':id') async second() {
    await hold;
    return 2;
  }
}
@Module({ controllers: [UsersController] })
class Root {}

const versioning = { type: 'header', header: 'X-Version', defaultVersion: '2' } as const;
const serve = (options: ServiceOptions) => serveForTest(Root, { versioning, ...options });

/** The samples of a metric, without durations. */
const samplesOf = (text: string, name: string) => text.split('\n').filter((line) => line.startsWith(`${name}{`));

describe('metrics', () => {
  it('count requests by the declared path, version and status; names that clients make up are none of them', async () => {
    const { app, call } = await serve({ metrics: true });
    await call('/users/1', { headers: { 'x-version': '1' } });
    await call('/users/2');
    await call('/users/3');
    await call('/users/4', { headers: { 'x-version': '9' } });
    await call('/made/up', { method: 'PROPFIND' });
    const { headers, text } = await call('/metrics', { headers: { 'x-version': '9' } });
    await app.close();
    expect(headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(samplesOf(text, 'http_request_duration_seconds_count')).toEqual([
      'http_request_duration_seconds_count{method="GET",route="/users/{id}",status="200",version="1",deprecated="true"} 1',
      'http_request_duration_seconds_count{method="GET",route="/users/{id}",status="200",version="2",deprecated="false"} 2',
      'http_request_duration_seconds_count{method="GET",route="",status="404",version="",deprecated="false"} 1',
      'http_request_duration_seconds_count{method="_OTHER",route="",status="404",version="",deprecated="false"} 1',
    ]);
    expect(samplesOf(text, 'http_request_duration_seconds_bucket')).toHaveLength(4 * 15);
    expect(text).toContain('# TYPE process_cpu_seconds counter');
    expect(text).toMatch(/# EOF\n?$/);
  });

  it('show how many requests are running', async () => {
    hold = new Promise((resolve) => (release = resolve));
    const { app, call } = await serve({ metrics: { path: 'internal/metrics' } });
    const running = call('/users/1');
    const inFlight = async () => /^http_requests_in_flight (\d+)$/m.exec((await call('/internal/metrics')).text)![1];
    while ((await inFlight()) !== '2') await new Promise((resolve) => setImmediate(resolve));
    release();
    await running;
    expect(await inFlight()).toBe('1');
    await app.close();
  });

  it('stand beside those of a registry of your own, and for the roles that may read them', async () => {
    const registry = new Registry();
    new Counter({ name: 'orders_total', help: 'Orders.', registers: [registry] }).inc(3);
    const metrics = { registry, roles: ['operator'] };
    const authenticate: ServiceOptions['authenticate'] = ({ headers }) =>
      headers.authorization === undefined ? null : { id: 'prometheus', roles: ['operator'] };
    const [first, second] = [await serve({ metrics, authenticate }), await serve({ metrics, authenticate })];
    expect((await first.call('/metrics')).status).toBe(401);
    await second.call('/users/1');
    const answer = await first.call('/metrics', { headers: { authorization: 'Bearer key' } });
    expect(answer.text).toContain('orders_total 3');
    expect(answer.text).toContain('route="/users/{id}",status="200",version="2"');
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    await Promise.all([first.app.close(), second.app.close()]);
  });

  it('are no part of the documents, also where the documents list themselves', async () => {
    const info = { title: 'Users', version: '1.0.0' };
    const { app, call } = await serve({ metrics: true, prefix: 'api', documents: { listed: true, info } });
    expect((await call('/api/metrics')).status).toBe(200);
    expect(Object.keys((await call('/api/openapi.json')).json<{ paths: object }>().paths)).not.toContain(
      '/api/metrics',
    );
    expect(app.routes.filter(({ path }) => path === '/api/metrics')).toMatchObject([
      { listed: false, access: { kind: 'public' }, neutral: true },
    ]);
    await app.close();
  });

  it.each([
    ['yes', "Write true, or { path: 'metrics' }."],
    [{ path: '/metrics' }, "Its path is one below the prefix, such as 'metrics'."],
    [{ registry: {} }, "Its registry is one of prom-client's."],
    [{ roles: [] }, "Its roles are a list, such as ['operator']."],
    [{ route: 'metrics' }, 'Unknown option "metrics.route".'],
  ])('refuse %j at boot', async (metrics, fix) => {
    await expect(createApp(Root, { versioning, metrics } as never)).rejects.toThrow(fix);
  });
});
