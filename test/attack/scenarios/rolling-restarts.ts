import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../contract/send-request.js';
import { readLedger } from '../lab/read-ledger.js';
import { RoundRobin } from '../lab/round-robin.js';
import { ServiceProcess } from '../lab/service-process.js';
import { Tally } from '../lab/tally.js';
import type { Scenario } from '../scenario.js';

const clients = 6;

export const rollingRestarts: Scenario = {
  name: 'rolling-restarts',
  summary: 'Restarts processes behind a round-robin proxy under load, with keep-alive and without: no request fails.',
  async run(context) {
    const tally = new Tally();
    const [count, processes, wanted] = context.scale === 'long' ? [20_000, 3, 10] : [300, 2, 2];
    const settings = {
      DATA_DIR: context.folder,
      SHARED_STATE: 'database',
      DRAIN_DELAY_MS: '500',
      JOBS_WORKER: 'false',
    };
    const start = () => ServiceProcess.start(context, tally, { folder: context.folder, settings });
    const running = [await start()];
    while (running.length < processes) running.push(await start());

    let [sent, restarts] = [0, 0];
    const acknowledged: string[] = [];
    const failures: string[] = [];
    for (const keepAlive of [true, false]) {
      const proxy = new RoundRobin(keepAlive);
      context.onEnd(() => proxy.close());
      const origin = await proxy.open();
      for (const { url } of running) proxy.add(url);
      const agent = new Agent({ keepAlive });
      const [until, enough] = keepAlive ? [count / 2, wanted / 2] : [count, wanted];
      const isOver = () => sent >= until && restarts >= enough;
      const client = async (name: string) => {
        while (!isOver()) {
          const memo = `${name}-${(sent += 1)}`;
          if (sent % 50 === 0) context.progress(sent, count);
          await sleep(2);
          const post = { method: 'POST', path: '/api/ledger', headers: {}, body: JSON.stringify({ memo, amount: 1 }) };
          const get = { method: 'GET', path: '/api/users?limit=1', headers: {} };
          const asked = sent % 2 === 0 ? post : get;
          try {
            const { status, text } = await sendRequest(origin, asked, { agent, timeoutMs: 30_000 });
            tally.answer(status, text, []);
            if (status >= 300) failures.push(`${asked.method} was ${status}`);
            else if (asked === post) acknowledged.push(memo);
          } catch (error) {
            tally.unanswered();
            failures.push(`${asked.method} got no answer: ${String(error)}`);
          }
        }
      };
      const load = Promise.all(Array.from({ length: clients }, (_, index) => client(`${keepAlive}-${index}`)));
      for (let slot = 0; !isOver(); slot = (slot + 1) % processes) {
        const old = running[slot]!;
        const fresh = await start();
        proxy.add(fresh.url);
        const stopped = await old.stop(40);
        tally.expect(stopped !== null, 'a process did not stop within 40 s');
        proxy.remove(old.url);
        running[slot] = fresh;
        restarts += 1;
        await sleep(100);
      }
      await load;
      agent.destroy();
      proxy.close();
    }
    tally.lost(failures.length, `requests failed, the first one: ${failures[0]}`);
    const memos = new Set((await readLedger(running[0]!.url)).map(({ memo }) => memo));
    tally.lost(acknowledged.filter((memo) => !memos.has(memo)).length, 'acknowledged writes are gone');
    return tally.outcome(`${restarts} restarts of ${processes} processes, ${failures.length} failed`);
  },
};
