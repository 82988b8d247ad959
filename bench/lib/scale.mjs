import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf } from './compile.mjs';
import { inSeconds, processorTime } from './processor-time.mjs';
import { teamService, writeScaleService } from './scale-service.mjs';

const script = pathOf('../bin/svc.mjs');
const compiler = pathOf('../node_modules/.bin/tsc');
const sizes = [0.5, 1, 2];

/** What commands take on a service of 24 versions, and how that grows with operations and changes. */
export async function measureScale(node, version) {
  const columns = [];
  for (const factor of sizes) columns.push(await measureSize(node, sized(factor)));
  const names = Object.keys(columns[0]);
  const rows = names.map((name) => `| ${[name, ...columns.map((column) => column[name])].join(' | ')} |\n`);
  const heads = sizes.map(sized).map(({ operations, changes }) => `${operations} operations, ${changes} changes`);
  return `## Node ${version}: ${teamService.versions} versions\n\nSeconds are processor time of the Node processes of a command, on a machine with little other work, which can nearly double it; milliseconds are as a client waits.\n\n| | ${heads.join(' | ')} |\n| --- | ${heads.map(() => '---:').join(' | ')} |\n${rows.join('')}`;
}

const sized = (factor) => ({
  ...teamService,
  operations: teamService.operations * factor,
  changes: Math.round(teamService.changes * factor),
});

async function measureSize(node, size) {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-bench-'));
  try {
    writeScaleService(folder, size);
    const run = (...argv) => processorTime((env) => execFileSync(node, argv, { cwd: folder, stdio: 'pipe', env }));
    const svc = (...argv) => run(script, ...argv);
    const compiling = elapsed(() => execFileSync(node, [compiler, '-p', '.'], { cwd: folder, stdio: 'pipe' }));
    const locking = svc('openapi', 'lock');
    commitAll(folder);
    return {
      '`tsc`, elapsed': compiling,
      '`svc openapi lock`': locking,
      '`contracts/`': `${(sizeOf(join(folder, 'contracts')) / 1e6).toFixed(1)} MB`,
      '`svc openapi lock --check`': svc('openapi', 'lock', '--check'),
      '`svc gate`': svc('gate', '--base', 'main'),
      '`svc laws`': svc('laws'),
      ...(await measureServing(node, folder)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The compiler is no program of Node, so its processor time is unknown. */
function elapsed(run) {
  const start = performance.now();
  run();
  return inSeconds(performance.now() - start);
}

function commitAll(cwd) {
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n');
  const author = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
  for (const argv of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'Everything'],
  ])
    execFileSync('git', argv, { cwd });
}

const sizeOf = (folder) => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** The first document and the first page of a server that has just started. */
async function measureServing(node, cwd) {
  const port = await freePort();
  const server = spawn(node, [script, 'serve', '--port', String(port)], { cwd, stdio: 'ignore' });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await waitFor(`${origin}/nothing`);
    const get = async (path) => {
      const start = performance.now();
      const response = await fetch(`${origin}${path}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
      return `${Math.round(performance.now() - start)} ms`;
    };
    return { 'first document': await get('/openapi.json'), 'first page': await get('/docs?version=2024-01-01') };
  } finally {
    server.kill();
  }
}

async function freePort() {
  const server = createServer().listen(0);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitFor(url) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await wait(100);
  }
  throw new Error(`${url} does not answer.`);
}
