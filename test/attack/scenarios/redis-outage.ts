import { setTimeout as sleep } from 'node:timers/promises';
import { OwnRedis } from '../../integration/own-redis.js';
import { TcpGate } from '../../integration/tcp-gate.js';
import { LiveProbe } from '../lab/live-probe.js';
import { openService } from '../lab/open-service.js';
import { until } from '../lab/until.js';
import { type Scenario, Skipped } from '../scenario.js';

/** What needs Redis. */
const needing = [
  { method: 'PUT', path: '/api/cache/a', body: '{"data":{}}' },
  { method: 'GET', path: '/api/cache/a' },
  { method: 'POST', path: '/api/jobs/thumbnails', body: '{"width":16}' },
];

/** What works without it. */
const other = [
  { method: 'GET', path: '/api/users' },
  { method: 'POST', path: '/api/ledger', body: '{"memo":"b","amount":1}' },
  { method: 'POST', path: '/api/ledger', body: '{"memo":"a","amount":1}', headers: { 'idempotency-key': 'during' } },
  { method: 'GET', path: '/api/limits/default' },
  { method: 'GET', path: '/api/health/ready' },
];

export const redisOutage: Scenario = {
  name: 'redis-outage',
  summary:
    'Freezes, blackholes and kills Redis: what needs it is 503 at once, the rest works, and all recovers without a restart.',
  async run(context) {
    const redis = await OwnRedis.start().catch((error: unknown) => {
      throw new Skipped(`redis-server is missing: ${String(error)}`);
    });
    context.onEnd(() => redis.kill());
    const gate = new TcpGate({ host: '127.0.0.1', port: redis.port });
    await gate.open();
    context.onEnd(() => gate.shut());
    const { service, tally, send } = await openService(context, { settings: { REDIS_URL: gate.through(redis.url) } });
    const faults: readonly { readonly name: string; begin(): unknown; end(): unknown }[] = [
      { name: 'frozen', begin: () => redis.freeze(), end: () => redis.thaw() },
      { name: 'not forwarded', begin: () => gate.freeze(), end: () => gate.thaw() },
      { name: 'dropped', begin: () => (gate.freeze(), gate.dropSilently()), end: () => gate.thaw() },
      { name: 'killed', begin: () => redis.kill(), end: () => redis.start() },
    ];
    const rounds = context.scale === 'long' ? 5 : 1;
    const probe = new LiveProbe(service.url, tally);
    const works = async () => (await send(needing[0]!)).status === 200;
    for (let index = 0; index < rounds * faults.length; index += 1) {
      context.progress(index, rounds * faults.length);
      const { name, begin, end } = faults[index % faults.length]!;
      await until(works);
      await begin();
      // A connection is known to be dead once an answer is late.
      await send(needing[1]!);
      for (const request of [...needing, ...other]) {
        const start = performance.now();
        const { status, text } = await send(request);
        const [seconds, asked] = [(performance.now() - start) / 1_000, `${request.method} ${request.path}`];
        tally.expect(seconds < 1.5, `${asked} took ${seconds.toFixed(1)} s while Redis was ${name}`);
        const expected = needing.includes(request) ? status === 503 : status < 300;
        tally.expect(expected, `${asked} was ${status} while Redis was ${name}: ${text.slice(0, 100)}`);
      }
      await sleep(context.scale === 'long' ? 2_000 : 100);
      await end();
      tally.recovered(await until(works));
    }
    const silence = await probe.end();
    redis.freeze();
    const stopped = await service.stop(45);
    tally.expect(stopped !== null, 'the service did not stop within 45 s while Redis was frozen');
    redis.thaw();
    return tally.outcome(`${rounds * faults.length} faults; live within ${silence.toFixed(2)} s`);
  },
};
