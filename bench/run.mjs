import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cases as allCases, verify } from './lib/cases.mjs';
import { compile, pathOf } from './lib/compile.mjs';
import { measureCommands } from './lib/commands.mjs';
import { measureDispatch } from './lib/dispatch.mjs';
import { measure, median } from './lib/load.mjs';
import { startServer } from './lib/start-server.mjs';

const help = `Compares svckit with its peers: each server on one core and wrk on the other, in interleaved rounds.

  npm run bench                        all servers on this Node and, where installed, on Node 24
  npm run bench -- --rounds 3 --seconds 2 --only svckit,hono
  npm run bench -- --case plaintext,validate
  npm run bench -- --dispatch          only the in-process measurements and the commands
`;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
    case: { type: 'string' },
    node: { type: 'string' },
    dispatch: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const baseline = 'node-http';
const cases = allCases.filter(({ name }) => !values.case || values.case.split(',').includes(name));
const peers = ['svckit', 'fastify', 'hono', 'express', 'nest-fastify', 'nest-express'].filter(
  (name) => !values.only || values.only.split(',').includes(name),
);
const node24 = pathOf('node_modules/node24/bin/node');
const runtimes = values.node ? [values.node] : [process.execPath, ...(existsSync(node24) ? [node24] : [])];
const log = (text) => process.stderr.write(text);

mkdirSync(pathOf('results'), { recursive: true });
const files = { svckit: await compile(pathOf('servers/svckit.mts'), pathOf('servers/.svckit.mjs')) };
const fileOf = (name) => files[name] ?? pathOf(`servers/${name}.mjs`);
const report = [];

for (const node of runtimes) {
  const version = execFileSync(node, ['-v']).toString().trim();
  if (!values.dispatch) report.push(await compareServers(node, version));
  report.push(measureDispatch(node, version, pathOf('lib/dispatch-child.mjs')), measureCommands(node, version));
}
const text = report.join('\n');
process.stdout.write(text);
writeFileSync(pathOf(`results/${values.dispatch ? 'dispatch' : 'latest'}.md`), text);

/** Ratios to bare Node in the same round, so that a slowdown of the machine affects both. */
async function compareServers(node, version) {
  const ratios = Object.fromEntries(
    peers.map((name) => [name, Object.fromEntries(cases.map((one) => [one.name, []]))]),
  );
  const bare = Object.fromEntries(cases.map((one) => [one.name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const one of cases) {
      const rates = {};
      const order = round % 2 ? [...peers, baseline] : [baseline, ...peers];
      for (const name of order) {
        log(`\r\u001b[K${version} round ${round}/${rounds} ${one.name} ${name}`);
        const server = await startServer({ node, file: fileOf(name), core: 0 });
        try {
          if (round === 0) await verify(name, server.url);
          await measure({ ...one, url: server.url, core: 1, seconds: 0.5 < seconds ? 1 : seconds });
          if (round > 0) rates[name] = await measure({ ...one, url: server.url, core: 1, seconds });
        } finally {
          await server.stop();
        }
      }
      if (round === 0) continue;
      bare[one.name].push(rates[baseline]);
      for (const name of peers) ratios[name][one.name].push(rates[name] / rates[baseline]);
    }
  }
  log('\r\u001b[K');
  const row = (cells) => `| ${cells.join(' | ')} |\n`;
  return (
    `## Node ${version}: requests per second, relative to bare node:http (median of ${rounds} paired rounds)\n\n` +
    row(['', ...cases.map((one) => one.name)]) +
    row(['---', ...cases.map(() => '---:')]) +
    row([
      'node:http, requests per second',
      ...cases.map((one) => Math.round(median(bare[one.name])).toLocaleString('en')),
    ]) +
    peers.map((name) => row([name, ...cases.map((one) => median(ratios[name][one.name]).toFixed(2))])).join('')
  );
}
