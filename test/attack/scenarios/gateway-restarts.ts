import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ContractRequest, sendRequest } from '../../contract/send-request.js';
import { numbersBetween } from '../lab/chance.js';
import { startGateway } from '../lab/gateway-process.js';
import { Tally } from '../lab/tally.js';
import type { Scenario } from '../scenario.js';

const older = { 'x-api-version': '1' };
const newest = { 'x-api-version': '2' };

/** Requests that pass and requests that changes convert, with the answers of a service that runs. */
const asked: readonly { readonly request: ContractRequest; readonly status: number; readonly text: string }[] = [
  { request: { method: 'GET', path: '/books/1', headers: older }, status: 200, text: '{"id":"1","name":"Notes"}' },
  { request: { method: 'GET', path: '/books/1', headers: newest }, status: 200, text: '{"id":"1","title":"Notes"}' },
  { request: { method: 'GET', path: '/covers/1', headers: older }, status: 200, text: 'picture' },
  {
    request: { method: 'POST', path: '/books', headers: older, body: '{"name":"a"}' },
    status: 201,
    text: '{"id":"1","name":"Notes"}',
  },
  {
    request: { method: 'PUT', path: '/covers/1', headers: newest, body: 'x'.repeat(70_000) },
    status: 200,
    text: 'picture',
  },
];
const clients = 5;

export const gatewayRestarts: Scenario = {
  name: 'gateway-restarts',
  summary:
    'Kills and restarts the upstream of a gateway under load: every request is answered rightly, or with 502 or 504.',
  async run(context) {
    const tally = new Tally();
    const restarts = context.scale === 'long' ? 1_000 : 12;
    const port = await freePort();
    const gateway = await startGateway(context, tally, `http://127.0.0.1:${port}`);
    let child: ChildProcess | undefined;
    context.onEnd(() => child?.kill('SIGKILL'));
    const start = async () => {
      const program = `${context.repository}test/attack/programs/upstream.mjs`;
      child = spawn(process.execPath, [program, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout!, 'data');
      return child;
    };
    await start();
    let isOver = false;
    const counts = { right: 0, refused: 0 };
    const client = async (number: number) => {
      for (let index = number; !isOver; index += 1) {
        const { request, status, text } = asked[index % asked.length]!;
        try {
          const answer = await sendRequest(gateway.url, request, { timeoutMs: 20_000 });
          tally.answer(answer.status, answer.text, [502, 504]);
          const isRefused = answer.status === 502 || answer.status === 504;
          const isRight = answer.status === status && answer.text === text;
          counts[isRefused ? 'refused' : 'right'] += 1;
          tally.expect(isRefused || isRight, `${request.method} ${request.path}: ${answer.status} ${answer.text}`);
          if (isRefused) await sleep(5);
        } catch (error) {
          tally.unanswered();
          tally.lost(1, `${request.method} ${request.path} got no answer: ${String(error)}`);
        }
      }
    };
    const load = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    const pauses = numbersBetween(50, 200, context.seed);
    for (let restart = 0; restart < restarts; restart += 1) {
      context.progress(restart, restarts);
      await sleep(pauses.next().value);
      child!.kill('SIGKILL');
      await once(child!, 'exit');
      await start();
    }
    isOver = true;
    await load;
    tally.expect(
      counts.right > 0 && counts.refused > 0,
      `the upstream was not killed under load: ${JSON.stringify(counts)}`,
    );
    for (const { request, status } of asked) {
      const answer = await sendRequest(gateway.url, request, { timeoutMs: 20_000 });
      tally.expect(answer.status === status, `${request.path} is ${answer.status} afterwards`);
    }
    return tally.outcome(
      `${restarts.toLocaleString('en-US')} restarts, ${counts.right} answered, ${counts.refused} refused`,
    );
  },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
