import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { pathOf } from './lib/compile.mjs';
import { median } from './lib/load.mjs';

// What a protected route costs: our look-up of the session beside better-auth's own, in the built bundled service. Usage: node bench/accounts.mjs [rounds]
const rounds = Number(process.argv[2] ?? 5);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = { PATH: process.env.PATH, DATA_DIR: folder, NODE_ENV: 'production', LOG_LEVEL: 'error' };
const child = spawn('taskset', ['-c', '0', process.execPath, pathOf('../bin/svc.mjs'), 'serve', '--port', String(port)], { cwd: folder, env, stdio: 'ignore' });
try {
  await untilReady();
  const token = await signUp();
  const rows = [
    ['GET /api/profile with a token (our look-up)', '/api/profile', token],
    ['GET /api/profile/anonymous (no credentials)', '/api/profile/anonymous', null],
    ['GET /api/auth/get-session with a token (better-auth)', '/api/auth/get-session', token],
  ].map(([name, path, credential]) => ({ name, path, credential, rates: [] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const row of rows) {
      const rate = await measure(row);
      if (round > 0) row.rates.push(rate);
    }
  }
  const text = [
    `## Accounts on Node ${process.version}: requests a second of one process on one core (median of ${rounds} rounds, wrk with 64 connections)\n`,
    '| | requests a second | lowest | highest |', '| --- | ---: | ---: | ---: |',
    ...rows.map(({ name, rates }) => `| ${[name, ...[median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => Math.round(rate).toLocaleString('en'))].join(' | ')} |`),
    '',
  ].join('\n');
  process.stdout.write(text);
  writeFileSync(pathOf('results/accounts.md'), text);
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ path, credential }) {
  const headers = credential === null ? [] : ['-H', `authorization: Bearer ${credential}`];
  const { stdout } = await run('taskset', ['-c', '1', 'wrk', '-t1', '-c64', '-d2s', ...headers, `${url}${path}`]);
  if (stdout.includes('Non-2xx')) throw new Error(`${path} was refused:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}

async function signUp() {
  const body = JSON.stringify({ name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' });
  const response = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await response.json()).token;
}

async function untilReady() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await fetch(`${url}/api/health/live`).then(({ ok }) => ok, () => false)) return;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not start. Run npm run build first.');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
