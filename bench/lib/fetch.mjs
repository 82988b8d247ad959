import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compile, pathOf } from './compile.mjs';

const others = [
  { command: [pathOf('../test/runtimes/node_modules/@oven/bun-linux-x64/bin/bun'), 'run'], name: 'Bun' },
  { command: [pathOf('../test/runtimes/node_modules/@deno/linux-x64-glibc/deno'), 'run', '--allow-all'], name: 'Deno' },
];

/** Compares app.fetch with Hono's in each runtime: from a Request to its Response. */
export async function measureFetch(nodes, rounds) {
  const file = await compile(pathOf('fetch/child.mts'), pathOf('fetch/.child.mjs'));
  const runtimes = [
    ...nodes.map((node) => ({ command: [node], name: 'Node' })),
    ...others.filter(({ command: [program] }) => existsSync(program)),
  ];
  return runtimes.map((runtime) => measureIn(runtime, file, rounds)).join('\n');
}

function measureIn({ command: [program, ...options], name }, file, rounds) {
  const [version] = /\d+\.\d+\.\d+/.exec(execFileSync(program, ['--version']).toString());
  const rows = JSON.parse(
    execFileSync('taskset', ['-c', '0', program, ...options, file, String(rounds), '10', '200']).toString(),
  );
  return (
    `## ${name} ${version}: from a Request to its Response, in nanoseconds (median of ${rounds} paired rounds)\n\n` +
    '| | svckit | Hono | Hono / svckit |\n| --- | ---: | ---: | ---: |\n' +
    rows
      .map(
        ({ title, svckit, hono, ahead }) =>
          `| ${title} | ${svckit.toFixed(0)} | ${hono.toFixed(0)} | ${ahead.toFixed(2)} |\n`,
      )
      .join('')
  );
}
