import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as micro from './lib/cases.mjs';
import { compareServers } from './lib/compare-servers.mjs';
import { compile, pathOf } from './lib/compile.mjs';
import { measureChanges } from './lib/changes.mjs';
import { measureCommands, measureLaws } from './lib/commands.mjs';
import { measureDiff } from './lib/diff.mjs';
import { measureLimits } from './lib/diff-limits.mjs';
import { measureDispatch } from './lib/dispatch.mjs';
import { measureDrafts } from './lib/drafts.mjs';
import { measureGateway } from './lib/gateway.mjs';
import { measureFetch } from './lib/fetch.mjs';
import { measureLens } from './lib/lens.mjs';
import { measureProjection } from './lib/projection.mjs';
import { measureReal } from './lib/real.mjs';
import { measureScale } from './lib/scale.mjs';
import { measureShapes } from './lib/shapes.mjs';
import * as stack from './stack/cases.mjs';

const help = `Compares svckit with its peers: each server and wrk on one core, in interleaved rounds.

  npm run bench                        all servers on this Node and, where installed, on Node 24
  npm run bench -- --rounds 3 --seconds 2 --only svckit,hono
  npm run bench -- --case plaintext,validate
  npm run bench -- --stack             a real service: security headers, CORS, throttle, roles, versions, validation
  npm run bench -- --diff              svc diff on large documents: time, memory, witnesses; then on families of documents just below 1 MB,
                                       one change of each; --case 'ring: oneOf' for every change of the families whose names match
  npm run bench -- --laws              only svc laws on the case study
  npm run bench -- --scale             commands on 24 versions of 400 operations, at half and double the size too
  npm run bench -- --drafts            svc change on 250, 500 and 1,000 operations; --case 1000 for one of them
  npm run bench -- --shapes            svc shapes on documents of 1,000 schemas, and the compiler on what it writes
  npm run bench -- --dispatch          only the in-process measurements and the commands
  npm run bench -- --changes           what versions as changes cost
  npm run bench -- --lens              reading stored values beside code by hand, and what svckit/lens weighs
  npm run bench -- --gateway           a gateway beside a plain proxy of the same library, and its memory while 1 GiB streams; around
                                       Fastify and Hono beside them alone; --case 'hono' for the cases whose names match
  npm run bench -- --fetch             app.fetch beside Hono's, in process, also on Bun and Deno
  npm run bench -- --real              what svckit makes of the documents of real/corpus.tsv; clones their repositories, or finds them in a folder
                                       as <owner>+<name> (--from, or SVC_BENCH_REPOSITORIES); --case 'Box' for the names that match
  npm run bench -- --projection        what holding an answer to its schema costs beside JSON.stringify
`;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
    case: { type: 'string' },
    node: { type: 'string' },
    stack: { type: 'boolean' },
    diff: { type: 'boolean' },
    drafts: { type: 'boolean' },
    laws: { type: 'boolean' },
    dispatch: { type: 'boolean' },
    fetch: { type: 'boolean' },
    changes: { type: 'boolean' },
    gateway: { type: 'boolean' },
    lens: { type: 'boolean' },
    projection: { type: 'boolean' },
    real: { type: 'boolean' },
    from: { type: 'string', default: process.env.SVC_BENCH_REPOSITORIES },
    scale: { type: 'boolean' },
    shapes: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const suite = values.stack
  ? { ...stack, folder: 'stack', peers: ['svckit', 'fastify', 'hono', 'express', 'nest-fastify'] }
  : { ...micro, folder: 'servers', peers: ['svckit', 'fastify', 'hono', 'express', 'nest-fastify', 'nest-express'] };
const cases = suite.cases.filter(({ name }) => !values.case || values.case.split(',').includes(name));
const peers = suite.peers.filter((name) => !values.only || values.only.split(',').includes(name));
const node24 = pathOf('node_modules/node24/bin/node');
const runtimes = values.node ? [values.node] : [process.execPath, ...(existsSync(node24) ? [node24] : [])];

mkdirSync(pathOf('results'), { recursive: true });
const files = { svckit: await compile(pathOf(`${suite.folder}/svckit.mts`), pathOf(`${suite.folder}/.svckit.mjs`)) };
const fileOf = (name) => files[name] ?? pathOf(`${suite.folder}/${name}.mjs`);
const report = [];

if (values.fetch) report.push(await measureFetch(runtimes, rounds));
if (values.real) {
  const only = (name) => new RegExp(values.case ?? '').test(name);
  report.push(await measureReal(runtimes[0], { from: values.from, only }));
}
for (const node of values.fetch || values.real ? [] : runtimes) {
  const version = execFileSync(node, ['-v']).toString().trim();
  if (values.changes) {
    report.push(await measureChanges(node, version));
    continue;
  }
  if (values.gateway) {
    const only = (name) => new RegExp(values.case ?? '').test(name);
    report.push(await measureGateway(node, version, { rounds, seconds, only }));
    continue;
  }
  if (values.lens) {
    report.push(await measureLens(node, version));
    continue;
  }
  if (values.projection) {
    report.push(await measureProjection(node, version));
    continue;
  }
  if (values.scale) {
    report.push(await measureScale(node, version));
    continue;
  }
  if (values.shapes) {
    report.push(await measureShapes(node, version));
    continue;
  }
  if (values.drafts) {
    report.push(measureDrafts(node, version, values.case?.split(',')));
    continue;
  }
  if (values.diff) {
    if (!values.case) report.push(measureDiff(node, version));
    report.push(measureLimits(node, version, values.case));
    continue;
  }
  if (values.laws) {
    report.push(measureLaws(node, version));
    continue;
  }
  const given = { node, version, rounds, seconds, cases, peers, fileOf, verify: suite.verify };
  if (!values.dispatch) report.push(await compareServers(given));
  if (!values.stack)
    report.push(measureDispatch(node, version, pathOf('lib/dispatch-child.mjs')), measureCommands(node, version));
}
const text = report.join('\n');
process.stdout.write(text);
const result =
  [
    'fetch',
    'stack',
    'changes',
    'diff',
    'dispatch',
    'drafts',
    'gateway',
    'lens',
    'projection',
    'laws',
    'real',
    'scale',
    'shapes',
  ].find((name) => values[name]) ?? 'latest';
writeFileSync(pathOf(`results/${result}.md`), text);
