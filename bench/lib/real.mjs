import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openRepositories } from '../diff-corpus/repositories.mjs';
import { readTable } from '../diff-corpus/table.mjs';
import { runCommand } from '../real/command.mjs';
import { operationsOf, readDocument, writeDocument } from '../real/documents.mjs';
import { linkPackages, shapesArguments, writeGateway } from '../real/gateway-folder.mjs';
import { chooseMember, withOlderName } from '../real/renamed-member.mjs';
import { pathOf } from './compile.mjs';

/** How long all commands of one document may take. */
const patience = 300_000;

const columns = [
  ['document', '---'],
  ['generator', '---'],
  ['format', '---'],
  ['operations', '---:'],
  ['MB', '---:'],
  ['result', '---'],
  ['renamed for 1', '---'],
  ['check', '---:'],
  ['newest', '---:'],
  ['version 1', '---:'],
  ['first difference, or what svc said', '---'],
  ['seconds', '---:'],
  ['MB of memory', '---:'],
];

/** What svckit makes of each document of the corpus: a gateway before it, its locks, and what of the document is kept in them. */
export async function measureReal(node, { from, only }) {
  const home = mkdtempSync(join(tmpdir(), 'svckit-real-'));
  const corpus = readTable(pathOf('real/corpus.tsv')).filter(({ name }) => only(name));
  const list = [...new Set(corpus.map(({ repository }) => repository))].map((repository) => ({ repository }));
  const repositories = openRepositories({ folder: home, from, list });
  const rows = [];
  try {
    for (const row of corpus) {
      const folder = mkdtempSync(join(home, 'document-'));
      const result = await judge(node, repositories, row, folder).catch(({ message }) => ({
        result: 'not read',
        said: firstLine(message),
      }));
      rows.push({ ...row, ...result });
      process.stderr.write(lineOf(rows.at(-1)));
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return `${headerOf(node, rows)}\n${lineOf(Object.fromEntries(columns.map(([name]) => [cellNames[name], name])))}| ${columns.map(([, align]) => align).join(' | ')} |\n${rows.map(lineOf).join('')}`;
}

/** Takes one document through the commands of a team's first twenty minutes. */
async function judge(node, repositories, row, folder) {
  const path = writeDocument(repositories, row, folder);
  const megabytes = readFileSync(join(folder, path)).length / 1e6;
  const deadline = Date.now() + patience;
  const runs = [];
  const run = async (...argv) => {
    const done = await runCommand(node, folder, argv, deadline);
    runs.push(done);
    return done;
  };
  const document = await readDocument(folder, row);
  const chosen = chooseMember(document);
  const facts = {
    operations: operationsOf(document).length,
    size: megabytes.toFixed(1),
    renamed: chosen ? `\`${chosen.component}.${chosen.member}\`` : '',
  };
  const ended = (result, more) => ({
    ...facts,
    result,
    ...more,
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1),
    memory: Math.max(...runs.map((each) => each.megabytes)).toFixed(0),
  });
  linkPackages(folder);
  const shapes = await run(...shapesArguments(path, chosen));
  if (shapes.code !== 0) return ended(...failureOf(shapes));
  writeGateway(folder, path, chosen);
  const check = await run('check', '--format', 'json');
  const problems = check.code === 0 || check.code === 1 ? JSON.parse(check.stdout).problems : null;
  const judged = { check: problems ? countsOf(problems, 'severity') : failureOf(check)[0] };
  const older = join(dirname(path), 'expected-1.json');
  if (!row.files) writeFileSync(join(folder, older), JSON.stringify(chosen ? withOlderName(document, chosen) : document));
  for (const argv of [
    ['openapi', 'lock'],
    ...['1', '2'].map((name) => ['openapi', 'export', '--api-version', name, '--out', `${name}.json`]),
  ]) {
    const done = await run(...argv);
    if (done.code !== 0) return ended(failureOf(done)[0], { ...judged, ...failureOf(done)[1] });
  }
  const newest = await run('diff', path, '2.json', '--format', 'json');
  const first = await run('diff', row.files && !chosen ? path : older, '1.json', '--format', 'json');
  return ended(...verdict(judged, problems, newest, first));
}

/** Kept: neither version differs from what it should be, but for additions. */
function verdict(judged, problems, newest, first) {
  const sides = [newest, first].map((side) =>
    side.code === 0 || side.code === 1 ? JSON.parse(side.stdout).results : null,
  );
  const broken = [newest, first].find((_, index) => sides[index] === null);
  const severe = sides.flatMap((results) => results ?? []).filter(({ level }) => level !== 'info');
  const [difference] = severe.sort((one, other) => rankOf(one) - rankOf(other));
  const error = problems?.find(({ severity }) => severity === 'error');
  const said =
    (broken && failureOf(broken)[1].said) ??
    (difference && `${difference.id}: ${difference.message ?? difference.text}`) ??
    (error ? `${error.id}: ${error.message}` : '');
  const result = broken ? failureOf(broken)[0] : severe.length > 0 ? 'differs' : error ? 'check fails' : 'kept';
  const [two, one] = sides.map((results) => (results ? countsOf(results, 'level') : 'unread'));
  return [result, { ...judged, newest: two, first: one, said: firstLine(said) }];
}

const rankOf = ({ level }) => ['error', 'warning', 'info'].indexOf(level);

const countsOf = (list, key) =>
  ['error', 'warning', 'info'].map((level) => list.filter((each) => each[key] === level).length).join(' ');

/** What a command that did not do its work is: a crash, a refusal, or too slow. */
function failureOf({ argv, code, stdout, stderr }) {
  const text = stderr.trim() || stdout.trim();
  const line = text.split('\n').find((each) => each.startsWith('svc failed')) ?? text.split('\n')[0];
  const kind = code === null ? 'too slow' : line.startsWith('svc failed') || code > 2 ? 'crash' : 'refused';
  return [kind, { said: firstLine(`svc ${argv[0] === 'openapi' ? argv.slice(0, 2).join(' ') : argv[0]}: ${line}`) }];
}

const firstLine = (text) => text.split('\n')[0].slice(0, 240);

const cellNames = {
  document: 'name',
  generator: 'generator',
  format: 'format',
  operations: 'operations',
  MB: 'size',
  result: 'result',
  'renamed for 1': 'renamed',
  check: 'check',
  newest: 'newest',
  'version 1': 'first',
  'first difference, or what svc said': 'said',
  seconds: 'seconds',
  'MB of memory': 'memory',
};

function lineOf(row) {
  const cells = columns.map(([name]) => String(row[cellNames[name]] ?? '').replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |\n`;
}

function headerOf(node, rows) {
  const version = execFileSync(node, ['-v']).toString().trim();
  const build = execFileSync(node, [pathOf('../bin/svc.mjs'), '--version']).toString().trim();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: pathOf('.') }).toString().trim();
  const counts = new Map();
  for (const { result } of rows) counts.set(result, (counts.get(result) ?? 0) + 1);
  const summary = [...counts].map(([result, count]) => `${count} ${result}`).join(', ');
  return `## Node ${version}: ${rows.length} real documents, by svckit ${build} of ${commit}

${summary}. Counts are errors, warnings and infos: of \`svc check\`, of the newest document beside the source, and of that of version 1 beside
the source in which one member has its older name. Seconds are processor time of all commands, memory that of the largest process.
`;
}
