import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Requests per second of a server, measured by wrk with 64 connections on another core. */
export async function measure({ url, method, path, body, core, seconds }) {
  const script = join(tmpdir(), `svckit-bench-${process.pid}.lua`);
  writeFileSync(
    script,
    `wrk.method = "${method}"\n${body ? `wrk.body = [==[${body}]==]\nwrk.headers["Content-Type"] = "application/json"\n` : ''}`,
  );
  const { stdout } = await run('taskset', [
    '-c',
    String(core),
    'wrk',
    '-t1',
    '-c64',
    `-d${seconds}s`,
    '-s',
    script,
    url + path,
  ]).catch((error) => {
    throw error.code === 'ENOENT'
      ? new Error('The benchmark needs taskset and wrk: apt-get install -y util-linux wrk')
      : error;
  });
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout);
  if (failed) throw new Error(`${failed[1]} requests to ${url}${path} were refused`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
