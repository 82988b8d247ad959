import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../scripts/tour/service.mjs';
import { pathOf } from './lib/compile.mjs';
import { median } from './lib/load.mjs';

// The cost of a protected route: our session lookup compared with better-auth's, in the built service. Usage: node bench/accounts.mjs [rounds]
const rounds = Number(process.argv[2] ?? 5);
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const service = await startService(folder, { LOG_LEVEL: 'error' }, ['taskset', '-c', '0']);
try {
  const token = await signUp();
  const rows = [
    ['GET /api/profile with a token (our lookup)', '/api/profile', token],
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
    `## Accounts on Node ${process.version}: requests per second of one process on one core (median of ${rounds} rounds, wrk with 64 connections)\n`,
    '| | requests per second | lowest | highest |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(
      ({ name, rates }) =>
        `| ${[name, ...[median(rates), Math.min(...rates), Math.max(...rates)].map((rate) => Math.round(rate).toLocaleString('en'))].join(' | ')} |`,
    ),
    '',
  ].join('\n');
  process.stdout.write(text);
  writeFileSync(pathOf('results/accounts.md'), text);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure({ path, credential }) {
  const headers = credential === null ? [] : ['-H', `authorization: Bearer ${credential}`];
  const { stdout } = await run('taskset', [
    '-c',
    '1',
    'wrk',
    '-t1',
    '-c64',
    '-d2s',
    ...headers,
    `${service.url}${path}`,
  ]);
  if (stdout.includes('Non-2xx')) throw new Error(`${path} was refused:\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}

async function signUp() {
  const body = JSON.stringify({ name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' });
  const response = await fetch(`${service.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return (await response.json()).token;
}
