import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest } from '../../contract/send-request.js';
import { RawConnection } from '../lab/raw-connection.js';
import { ServiceProcess } from '../lab/service-process.js';
import { Tally } from '../lab/tally.js';
import type { Scenario } from '../scenario.js';

const pipelined = 1_000;

export const pipelining: Scenario = {
  name: 'pipelining',
  summary: 'Sends 1,000 requests on one connection and never reads: memory stays low, and others are answered.',
  async run(context) {
    const tally = new Tally();
    const service = await ServiceProcess.start(context, tally, { folder: context.folder });
    const get = async (path: string) => {
      const answer = await sendRequest(service.url, { method: 'GET', path, headers: {} }, { timeoutMs: 5_000 });
      tally.answer(answer.status, answer.text);
      return answer;
    };
    const scripts = [...(await get('/api/docs')).text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)];
    const assets = scripts.map(([, address]) => new URL(address!, `${service.url}/api/docs`).pathname);
    tally.expect(assets.length > 0, 'the page names no script');
    const body = JSON.stringify({ content: 'x'.repeat(60_000) });
    await sendRequest(service.url, { method: 'PUT', path: '/api/files/object?key=large.txt', headers: {}, body });
    const targets = ['/api/openapi.json', '/api/docs', ...assets, ...others];
    const connections = context.scale === 'long' ? 20 : 1;
    for (const [index, target] of targets.entries()) {
      context.progress(index, targets.length);
      const [, name = '', coding] = /^(\S+)(?: (\S+))?$/.exec(target)!;
      tally.expect((await get(name)).status === 200, `${name} is not served`);
      const head = `GET ${name} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: ${coding ?? 'identity'}\r\n\r\n`;
      const open = Array.from({ length: connections }, () => RawConnection.open(service.url));
      for (const connection of await Promise.all(open)) {
        context.onEnd(() => connection.destroy());
        connection.stopReading().write(head.repeat(pipelined));
      }
      await sleep(context.scale === 'long' ? 2_000 : 300);
      tally.expect((await get('/api/health/live')).status === 200, `others are not answered while ${name} is unread`);
    }
    tally.unanswered(targets.length * connections * pipelined);
    tally.expect(service.running, `the process ended: ${service.log.slice(-400)}`);
    const sent = `${connections} × ${pipelined.toLocaleString('en-US')} unread requests`;
    return tally.outcome(`${sent} for each of ${targets.length} kinds of answer`);
  },
};

/** One path for each kind of answer: JSON, compressed documents, a file, an image’s description, a mount. */
const others = [
  '/api/ledger/page',
  '/api/openapi.json br',
  '/api/openapi.json gzip',
  '/api/files/object?key=large.txt',
  '/api/images/metadata',
  '/api/auth/ok',
];
