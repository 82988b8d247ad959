import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveProbe } from '../lab/live-probe.js';
import { openService } from '../lab/open-service.js';
import { RawConnection } from '../lab/raw-connection.js';
import { until } from '../lab/until.js';
import type { Scenario } from '../scenario.js';

/** What the service waits for by default, in seconds, and how late it may notice. */
const limits = { head: 15, answer: 60, late: 20 };

export const slowClients: Scenario = {
  name: 'slow-clients',
  summary:
    'Holds connections with half a request or an unread answer: memory stays low, others are served, and all end in time.',
  async run(context) {
    const each = context.scale === 'long' ? 200 : 40;
    const { service, tally, send } = await openService(context);
    const body = JSON.stringify({ content: 'x'.repeat(60_000) });
    await send({ method: 'PUT', path: '/api/files/object?key=large.txt', body });
    const line = `Host: ${new URL(service.url).host}\r\n`;
    const openEach = async (text: string) => {
      const opened = await Promise.all(Array.from({ length: each }, () => RawConnection.open(service.url)));
      for (const connection of opened) {
        context.onEnd(() => connection.destroy());
        connection.write(text);
        tally.unanswered();
      }
      return opened;
    };
    const heads = await openEach(`GET /api/health/live HTTP/1.1\r\n${line}X-Half: `);
    const bodies = await openEach(
      `POST /api/users HTTP/1.1\r\n${line}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    );
    const unread = await openEach('');
    const asked = `GET /api/openapi.json HTTP/1.1\r\n${line}Accept-Encoding: identity\r\n\r\n`;
    for (const connection of unread) connection.stopReading().write(asked.repeat(50));

    const probe = new LiveProbe(service.url, tally);
    for (let second = 0; second < (context.scale === 'long' ? 10 : 1); second += 1) {
      for (const connection of heads) if (!connection.closed) connection.write('x');
      const { status } = await send({ method: 'GET', path: '/api/users' });
      tally.expect(status === 200, `another client was answered with ${status}`);
      await sleep(1_000);
    }
    const silence = await probe.end();
    if (context.scale === 'long') {
      const allClosed = (connections: readonly RawConnection[]) => () => connections.every(({ closed }) => closed);
      for (const connection of heads) void connection.readUntil(() => false, 120_000);
      context.progress(1, 3);
      await until(allClosed(heads), limits.head + limits.late);
      context.progress(2, 3);
      await until(async () => (await openConnections(service.pid)) <= each + 10, limits.answer + limits.late);
    }
    for (const connection of [...heads, ...bodies, ...unread]) connection.destroy();
    return tally.outcome(`${3 * each} slow connections; live within ${silence.toFixed(2)} s`);
  },
};

/** How many connections a process holds: a client that does not read does not see that its own was closed. */
async function openConnections(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')));
  return links.filter((link) => link.startsWith('socket:')).length;
}
