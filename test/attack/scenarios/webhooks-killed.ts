import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../contract/send-request.js';
import { numbersBetween } from '../lab/chance.js';
import { ServiceProcess } from '../lab/service-process.js';
import { Tally } from '../lab/tally.js';
import { until } from '../lab/until.js';
import type { Context, Scenario } from '../scenario.js';

const processes = 2;
const clients = 3;
/** Between two writes of a client: enough that kills hit attempts. */
const writePauseMs = 40;
/** Events that wait for delivery at a time: on a busy machine kills come faster than processes start. */
const mostWaiting = 100;
/** How long nothing may arrive once the kills are over, in seconds. */
const patience = 60;

export const webhooksKilled: Scenario = {
  name: 'webhooks-killed',
  summary:
    'Kills processes that publish and deliver webhooks: each event that was committed arrives in every version, again with the same id and body.',
  async run(context) {
    const tally = new Tally();
    const kills = context.scale === 'long' ? 1_000 : 6;
    const receiver = await startReceiver(context);
    const command = [await context.bundle('programs/publish-webhooks.ts')];
    const settings = { RECEIVER: receiver.url, SUBJECT: 'tenant-1' };
    const start = () => ServiceProcess.start(context, tally, { folder: context.folder, command, settings });
    const running = [await start()];
    while (running.length < processes) running.push(await start());

    const acknowledged = new Set<number>();
    const missing = () => [...acknowledged].filter((id) => !receiver.has(id));
    let [next, isOver] = [0, false];
    const client = async () => {
      while (!isOver) {
        if (missing().length >= mostWaiting) {
          await sleep(writePauseMs);
          continue;
        }
        const id = (next += 1);
        const body = JSON.stringify({ id });
        const headers = { 'content-type': 'application/json', 'x-api-version': '3' };
        const request = { method: 'POST', path: '/books', headers, body } as const;
        try {
          const { status, text } = await sendRequest(running[id % processes]!.url, request, { timeoutMs: 20_000 });
          tally.answer(status, text);
          if (status === 201) acknowledged.add(id);
        } catch {
          tally.unanswered();
        }
        await sleep(writePauseMs);
      }
    };
    const load = Promise.all(Array.from({ length: clients }, client));
    let done = 0;
    const killer = async (slot: number) => {
      const pauses = numbersBetween(20, 300, context.seed + slot);
      while (done < kills) {
        await sleep(pauses.next().value);
        if (done >= kills) return;
        context.progress((done += 1), kills);
        const [killed, before] = [performance.now(), receiver.accepted()];
        await running[slot]!.kill();
        running[slot] = await start();
        await until(() => receiver.accepted() > before);
        tally.recovered((performance.now() - killed) / 1_000);
      }
    };
    await Promise.all(running.map((_, slot) => killer(slot)));
    isOver = true;
    await load;
    for (let left = missing().length; left > 0; ) {
      const fewer = await until(() => missing().length < left, patience).catch(() => null);
      if (fewer === null) break;
      left = missing().length;
    }
    tally.lost(missing().length, 'events of acknowledged writes did not arrive in both versions');
    tally.expect(
      receiver.differing().length === 0,
      `repeats with another body: ${receiver.differing().slice(0, 3).join()}`,
    );
    tally.expect(acknowledged.size >= kills / 2, `only ${acknowledged.size} writes were acknowledged`);
    return tally.outcome(
      `${done} kills, ${acknowledged.size} events in 2 versions, ${receiver.requests()} requests, ${receiver.repeated()} repeated`,
    );
  },
};

/** A receiver that refuses every tenth request and is slow for every fifth. */
async function startReceiver(context: Context) {
  const bodies = new Map<string, Set<string>>();
  const accepted = new Map<number, Set<string>>();
  let [requests, successes] = [0, 0];
  const server = createServer((req, res) => {
    void textOf(req).then(
      async (body) => {
        const turn = (requests += 1);
        const version = req.url!.slice(1);
        const key = `${req.headers['webhook-id'] as string} ${version}`;
        bodies.set(key, (bodies.get(key) ?? new Set()).add(`${req.headers['webhook-version'] as string} ${body}`));
        if (turn % 5 === 0) await sleep(150);
        if (turn % 10 === 0) return void res.writeHead(500).end();
        const book = JSON.parse(body) as { readonly id: number; readonly author?: string; readonly authors?: string[] };
        const isRight = version === '1' ? book.author === 'Ada and Ben' : book.authors?.length === 2;
        if (isRight) accepted.set(book.id, (accepted.get(book.id) ?? new Set()).add(version));
        successes += 1;
        res.writeHead(204).end();
      },
      () => res.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.onEnd(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => successes,
    has: (id: number) => accepted.get(id)?.size === 2,
    differing: () => [...bodies].filter(([, seen]) => seen.size > 1).map(([key]) => key),
    requests: () => requests,
    repeated: () => requests - bodies.size,
  };
}

async function textOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
