import { numbersBetween, valuesOf } from '../lab/chance.js';
import { damage, damages } from '../lab/damage.js';
import { openService } from '../lab/open-service.js';
import { protocolCases, protocolProblem, statusesIn } from '../lab/protocol-cases.js';
import { RawConnection } from '../lab/raw-connection.js';
import type { Scenario } from '../scenario.js';

export const protocol: Scenario = {
  name: 'protocol',
  summary:
    'Writes requests that proxies and servers read differently, and damaged ones: each is read in one way, or refused.',
  async run(context) {
    const { service, tally, send } = await openService(context);
    const host = new URL(service.url).host;
    const cases = protocolCases({
      host,
      get: '/api/health/live',
      post: '/api/ledger',
      body: '{"memo":"written","amount":1}',
    });
    const damaged = context.scale === 'long' ? 5_000 : 150;
    const total = cases.length + damaged;
    for (const [index, one] of cases.entries()) {
      context.progress(index, total);
      const connection = (await RawConnection.open(service.url)).write(one.sends);
      const isComplete = (text: string) => !one.closes && statusesIn(text).length >= one.answers.length;
      const text = await connection.readUntil(isComplete, one.answers.length === 0 ? 500 : 5_000);
      for (const status of statusesIn(text)) tally.answer(status, text, [501, 505]);
      const problem = protocolProblem(one, text, connection.closed);
      tally.expect(problem === null, String(problem));
      connection.destroy();
    }

    const changes = valuesOf(damages, context.seed);
    const picks = numbersBetween(0, cases.length - 1, context.seed);
    for (let index = 0; index < damaged; index += 1) {
      context.progress(cases.length + index, total);
      const bytes = damage(cases[picks.next().value]!.sends, changes.next().value);
      const connection = (await RawConnection.open(service.url)).write(bytes).finish();
      const text = await connection.readUntil(() => false, 5_000);
      for (const status of statusesIn(text)) tally.answer(status, text, [501, 503, 505]);
      tally.expect(connection.closed, `a connection stayed open after ${JSON.stringify(bytes.slice(0, 200))}`);
      connection.destroy();
    }
    const { status } = await send({ method: 'GET', path: '/api/health/ready' });
    tally.expect(status === 200, `the service is not ready afterwards: ${status}`);
    return tally.outcome(`${cases.length} cases, ${damaged.toLocaleString('en-US')} damaged connections`);
  },
};
