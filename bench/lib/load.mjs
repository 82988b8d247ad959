import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Requests per second of a server's processor time, which other work on the machine hardly changes. wrk sends them over 64 connections until the
 * server has used `seconds` of its processor. It runs on the same core: to wake another one costs the server 1 to 3 microseconds a request, the
 * more the longer wrk has waited, so a server that is 10 percent slower would look 14 percent slower.
 */
export async function measure({ server, method, path, body, headers = {}, core, seconds }) {
  const script = join(tmpdir(), `svckit-bench-${process.pid}.lua`);
  writeFileSync(
    script,
    `wrk.method = "${method}"\n${body ? `wrk.body = [==[${body}]==]\nwrk.headers["Content-Type"] = "application/json"\n` : ''}` +
      Object.entries(headers)
        .map(([name, value]) => `wrk.headers["${name}"] = "${value}"\n`)
        .join(''),
  );
  const before = server.processorSeconds();
  const wrk = spawn(
    'taskset',
    ['-c', String(core), 'chrt', '--batch', '0', 'wrk', '-t1', '-c64', '-d600s', '-s', script, server.url + path],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output] = await Promise.all([text(wrk.stdout), runFor(seconds, server, wrk), finished(wrk)]);
  const spent = server.processorSeconds() - before;
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(output);
  if (failed) throw new Error(`${failed[1]} requests to ${server.url}${path} were refused`);
  return Number(/(\d+) requests in/.exec(output)[1]) / spent;
}

async function runFor(seconds, server, wrk) {
  const end = server.processorSeconds() + seconds;
  while (server.processorSeconds() < end && wrk.exitCode === null) await wait(10);
  wrk.kill('SIGINT');
}

async function finished(wrk) {
  const missing = 'The benchmark needs taskset, chrt and wrk: apt-get install -y util-linux wrk';
  const [status] = await once(wrk, 'exit').catch(() => [127]);
  if (status !== 0) throw new Error(status === 127 ? missing : `wrk ended with ${status}`);
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
