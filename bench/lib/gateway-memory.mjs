import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { Readable } from 'node:stream';

const bytes = 2 ** 30;
const chunk = Buffer.alloc(65_536, 'x');

/** Resident memory of a gateway, in MiB, while a gibibyte streams through it: down, then up, after one that warms it up. */
export async function measureMemory(node, file) {
  const upstream = http.createServer((req, res) => {
    if (req.method === 'GET') gibibyte().pipe(res);
    else req.resume().on('end', () => res.end());
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const env = { ...process.env, NODE_ENV: 'production', UPSTREAM: `http://127.0.0.1:${upstream.address().port}` };
  const gateway = spawn(node, [file], { stdio: ['ignore', 'pipe', 'inherit'], env });
  try {
    const port = Number(String((await once(gateway.stdout, 'data'))[0]));
    await stream(port, 'GET');
    const row = async (name, method) => {
      const before = residentMemory(gateway.pid);
      let most = before;
      const sampling = setInterval(() => (most = Math.max(most, residentMemory(gateway.pid))), 50);
      await stream(port, method);
      clearInterval(sampling);
      return `| ${name} | ${before} | ${most} |\n`;
    };
    const rows = [await row('an answer', 'GET'), await row('a request', 'POST')];
    return `\n| 1 GiB streams through, as | MiB before | most |\n| --- | ---: | ---: |\n${rows.join('')}`;
  } finally {
    gateway.kill();
    upstream.close();
    upstream.closeAllConnections();
  }
}

function gibibyte() {
  let left = bytes;
  return new Readable({
    read() {
      left -= chunk.length;
      this.push(left < 0 ? null : chunk);
    },
  });
}

async function stream(port, method) {
  const req = http.request({ port, method, path: '/stream', agent: false });
  if (method === 'GET') req.end();
  else gibibyte().pipe(req);
  const [res] = await once(req, 'response');
  await once(res.resume(), 'end');
}

/** Of a process, in MiB. */
const residentMemory = (pid) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
