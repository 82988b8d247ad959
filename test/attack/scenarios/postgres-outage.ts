import { setTimeout as sleep } from 'node:timers/promises';
import { TcpGate } from '../../integration/tcp-gate.js';
import { LedgerLoad } from '../lab/ledger-load.js';
import { LiveProbe } from '../lab/live-probe.js';
import { openService } from '../lab/open-service.js';
import { postgresSettings } from '../lab/own-database.js';
import { until } from '../lab/until.js';
import type { Scenario } from '../scenario.js';

export const postgresOutage: Scenario = {
  name: 'postgres-outage',
  summary:
    'Freezes, blackholes, drops and refuses connections to PostgreSQL: bounded waits, and recovery without a restart.',
  async run(context) {
    const timeoutSeconds = context.scale === 'long' ? 5 : 1;
    const rounds = context.scale === 'long' ? 5 : 1;
    const settings = await postgresSettings(context);
    const { hostname, port } = new URL(settings['DATABASE_URL']!);
    const gate = new TcpGate({ host: hostname, port: Number(port || 5432) });
    await gate.open();
    context.onEnd(() => gate.shut());
    const { service, tally, send } = await openService(context, {
      settings: {
        ...settings,
        DATABASE_URL: gate.through(settings['DATABASE_URL']!),
        DATABASE_TIMEOUT_MS: String(timeoutSeconds * 1_000),
      },
    });
    const faults: readonly Fault[] = [
      { begin: () => gate.freeze(), end: () => gate.thaw() },
      { begin: () => gate.blackhole(), end: () => {} },
      { begin: () => gate.dropSilently(), end: () => {} },
      { begin: () => gate.shut(), end: () => gate.open() },
    ];
    const probe = new LiveProbe(service.url, tally);
    const load = new LedgerLoad(6, () => service.url, tally);
    for (let index = 0; index < rounds * faults.length; index += 1) {
      context.progress(index, rounds * faults.length);
      const before = load.written;
      await until(() => load.written > before + 20);
      const { begin, end } = faults[index % faults.length]!;
      await begin();
      const start = performance.now();
      await send({ method: 'GET', path: '/api/users' });
      const waited = (performance.now() - start) / 1_000;
      tally.expect(waited < 2 * timeoutSeconds + 1, `a read took ${waited.toFixed(1)} s during fault ${index + 1}`);
      await sleep(timeoutSeconds * 500);
      await end();
      const [ended, stuck] = [performance.now(), load.written];
      await until(() => load.written > stuck);
      await until(async () => (await send({ method: 'GET', path: '/api/health/ready' })).status === 200);
      tally.recovered((performance.now() - ended) / 1_000);
    }
    await load.end();
    const silence = await probe.end();
    await load.count(service.url, tally);
    gate.freeze();
    const reading = send({ method: 'GET', path: '/api/users' }).catch(() => null);
    const stopped = await service.stop(45);
    tally.expect(stopped !== null, 'the service did not stop within 45 s while PostgreSQL was frozen');
    await reading;
    return tally.outcome(
      `${rounds * faults.length} faults, ${load.written} writes; live within ${silence.toFixed(2)} s`,
    );
  },
};

interface Fault {
  begin(): unknown;
  end(): unknown;
}
