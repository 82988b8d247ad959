import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './compile.mjs';
import { median } from './load.mjs';

const script = pathOf('../bin/svc.mjs');
const rounds = 15;

/** The duration of whole commands, in interleaved rounds. */
export function measureCommands(node, version) {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-bench-'));
  try {
    writeLargeService(folder, 1000);
    const bare = [];
    const own = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(time(node, ['-e', '0'], folder));
      own.push(time(node, [script, '--version'], folder));
    }
    const routes = Array.from({ length: 5 }, () => time(node, [script, 'routes', '--format', 'json'], folder));
    const gate = Array.from({ length: 3 }, () => time(node, [script, 'check'], folder));
    const rows = [
      ['`node -e 0`', `${median(bare).toFixed(0)} ms`],
      [
        '`svc --version`, as a multiple of that (median of paired ratios)',
        median(own.map((value, index) => value / bare[index])).toFixed(2),
      ],
      ['`svc routes` with 1,000 routes', `${median(routes).toFixed(0)} ms`],
      ['`svc check` with 1,000 routes', `${median(gate).toFixed(0)} ms`],
    ];
    return `## Node ${version}: whole commands\n\n| | |\n| --- | ---: |\n${rows.map(([name, value]) => `| ${name} | ${value} |\n`).join('')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `svc laws` on the case study with eleven versions: the proof of each change, at the default and at 1,000 values. */
export function measureLaws(node, version) {
  const airline = pathOf('../fixtures/airline');
  const rows = [100, 1000].map((runs) => {
    const times = Array.from({ length: 3 }, () => time(node, [script, 'laws', '--runs', String(runs)], airline));
    return `| \`svc laws --runs ${runs}\` on the case study | ${(median(times) / 1000).toFixed(1)} s |\n`;
  });
  return `## Node ${version}: laws\n\n| | |\n| --- | ---: |\n${rows.join('')}`;
}

function time(node, argv, cwd) {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(node, argv, { cwd });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Ten routes a controller, in one file. */
function writeLargeService(folder, count) {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(pathOf('..'), join(folder, 'node_modules', 'svckit'));
  symlinkSync(pathOf('../node_modules/zod'), join(folder, 'node_modules', 'zod'));
  const controllers = Array.from(
    { length: count / 10 },
    (_, index) => `
@Controller('resource${index}', { version: '1' })
class Resource${index}Controller {
${Array.from({ length: 10 }, (_, item) => `  @Get('item${item}/:id', one) item${item}() { return { id: 1 }; }`).join('\n')}
}`,
  );
  writeFileSync(
    join(folder, 'svc.config.ts'),
    `import { Controller, defineService, Get, Module } from 'svckit';
import { z } from 'zod';
const one = { params: z.object({ id: z.coerce.number().int() }), response: { 200: z.object({ id: z.number() }) } };
${controllers.join('\n')}
@Module({ controllers: [${controllers.map((_, index) => `Resource${index}Controller`).join(', ')}] })
class AppModule {}
export default defineService({ root: AppModule, prefix: 'api', versioning: { type: 'uri' } });
`,
  );
}
