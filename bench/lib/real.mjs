import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openRepositories } from '../diff-corpus/repositories.mjs';
import { readTable } from '../diff-corpus/table.mjs';
import { runCommand } from '../real/command.mjs';
import { loadedDocument, operationsOf, readDocument, writeDocument } from '../real/documents.mjs';
import { linkPackages, shapesArguments, writeGateway } from '../real/gateway-folder.mjs';
import { lostParts } from '../real/lost-parts.mjs';
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
  ['lost', '---:'],
  ['first difference, or what svc said', '---'],
  ['seconds', '---:'],
  ['MB of memory', '---:'],
];

/** What svckit makes of each document of the corpus: a gateway before it, its locks, and what of the document is kept in them. */
export async function measureReal(node, { from, only, table = pathOf('real/corpus.tsv'), svckit = pathOf('..') }) {
  const script = join(svckit, 'bin/svc.mjs');
  const build = { node, svckit, script };
  const home = mkdtempSync(join(tmpdir(), 'svckit-real-'));
  const corpus = readTable(table).filter(({ name }) => only(name));
  const list = [...new Set(corpus.map(({ repository }) => repository))].map((repository) => ({ repository }));
  const repositories = openRepositories({ folder: home, from, list });
  const rows = [];
  try {
    for (const row of corpus) {
      const folder = mkdtempSync(join(home, 'document-'));
      const result = await judge(build, repositories, row, folder).catch(({ message }) => ({
        result: 'not read',
        said: inOneLine(message),
      }));
      rows.push({ ...row, ...result });
      process.stderr.write(lineOf(rows.at(-1)));
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return `${headerOf(build, rows)}\n${lineOf(Object.fromEntries(columns.map(([name]) => [cellNames[name], name])))}| ${columns.map(([, align]) => align).join(' | ')} |\n${rows.map(lineOf).join('')}`;
}

/** Takes one document through the commands of a team's first twenty minutes. */
async function judge({ node, svckit, script }, repositories, row, folder) {
  const path = writeDocument(repositories, row, folder);
  const megabytes = readFileSync(join(folder, path)).length / 1e6;
  const deadline = Date.now() + patience;
  const runs = [];
  const run = async (...argv) => {
    const done = await runCommand(node, script, folder, argv, deadline);
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
  linkPackages(folder, svckit);
  const shapes = await run(...shapesArguments(path, chosen));
  if (shapes.code !== 0) return ended(...failureOf(shapes));
  writeGateway(folder, path, chosen);
  const check = await run('check', '--format', 'json');
  const problems = check.code === 0 || check.code === 1 ? JSON.parse(check.stdout).problems : null;
  const judged = { check: problems ? countsOf(problems, 'severity') : failureOf(check)[0] };
  const older = join(dirname(path), 'expected-1.json');
  const expected = chosen ? withOlderName(document, chosen) : document;
  if (!row.files) writeFileSync(join(folder, older), JSON.stringify(expected));
  for (const argv of [
    ['openapi', 'lock'],
    ...['1', '2'].map((name) => ['openapi', 'export', '--api-version', name, '--out', `${name}.json`]),
  ]) {
    const done = await run(...argv);
    if (done.code !== 0) return ended(failureOf(done)[0], { ...judged, ...failureOf(done)[1] });
  }
  const newest = await run('diff', path, '2.json', '--format', 'json');
  const first = await run('diff', row.files && !chosen ? path : older, '1.json', '--format', 'json');
  const published = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const isOld = document.swagger !== undefined;
  const inOpenApi = (path, written) => (isOld ? loadedDocument(folder, path) : written);
  const lost = row.files
    ? null
    : [
        lostParts(await inOpenApi(path, document), published('2.json')),
        lostParts(await inOpenApi(older, expected), published('1.json'), { withExamples: false }),
      ];
  const counts = lost?.map(({ length }) => length).join(' ');
  return ended(...verdict({ ...judged, lost: counts }, problems, lost?.flat() ?? [], newest, first));
}

/** Kept: neither version lacks a part of what it should be, or differs from it for clients. */
function verdict(judged, problems, lost, newest, first) {
  const sides = [newest, first].map((side) =>
    side.code === 0 || side.code === 1 ? JSON.parse(side.stdout).results : null,
  );
  const broken = [newest, first].find((_, index) => sides[index] === null);
  const severe = ['error', 'warning'].flatMap((level) =>
    sides.flatMap((results) => results ?? []).filter((each) => each.level === level),
  );
  const error = problems?.find(({ severity }) => severity === 'error');
  const said =
    (broken && failureOf(broken)[1].said) ??
    (severe.length > 0 ? `${kindsOf(severe)}: ${severe[0].message}` : undefined) ??
    (lost.length > 0 ? `lost: ${lost[0]}` : undefined) ??
    (error ? `${error.id}: ${error.message}` : '');
  const result = broken
    ? failureOf(broken)[0]
    : severe.length > 0
      ? 'differs'
      : lost.length > 0
        ? 'lost parts'
        : error
          ? 'check fails'
          : 'kept';
  const [two, one] = sides.map((results) => (results ? countsOf(results, 'level') : 'unread'));
  return [result, { ...judged, newest: two, first: one, said: inOneLine(said) }];
}

/** How often each check found something, as `3 webhook-removed, 1 response-removed`. */
function kindsOf(findings) {
  const counts = new Map();
  for (const { id } of findings) counts.set(id, (counts.get(id) ?? 0) + 1);
  const kinds = [...counts].map(([id, count]) => `${count} ${id}`);
  return [...kinds.slice(0, 5), ...(kinds.length > 5 ? [`${kinds.length - 5} more kinds`] : [])].join(', ');
}

const countsOf = (list, key) =>
  ['error', 'warning', 'info'].map((level) => list.filter((each) => each[key] === level).length).join(' ');

/** What a command that did not do its work is: a crash, a refusal, or too slow. */
function failureOf({ argv, code, stdout, stderr }) {
  const text = stderr.trim() || stdout.trim();
  const kind = code === null ? 'too slow' : text.startsWith('svc failed') || code > 2 ? 'crash' : 'refused';
  return [kind, { said: inOneLine(`svc ${argv[0] === 'openapi' ? argv.slice(0, 2).join(' ') : argv[0]}: ${text}`) }];
}

/** Without the places of this machine in a trace. */
const inOneLine = (text) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/file:\/\/[^\s)]+/g, '…')
    .slice(0, 300);

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
  lost: 'lost',
  'first difference, or what svc said': 'said',
  seconds: 'seconds',
  'MB of memory': 'memory',
};

function lineOf(row) {
  const cells = columns.map(([name]) => String(row[cellNames[name]] ?? '').replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |\n`;
}

function headerOf({ node, script }, rows) {
  const runtime = execFileSync(node, ['-v']).toString().trim();
  const version = execFileSync(node, [script, '--version']).toString().trim();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: pathOf('.') })
    .toString()
    .trim();
  const counts = new Map();
  for (const { result } of rows) counts.set(result, (counts.get(result) ?? 0) + 1);
  const summary = [...counts].map(([result, count]) => `${count} ${result}`).join(', ');
  return `## Node ${runtime}: ${rows.length} real documents, by svckit ${version} of ${commit}

${summary}. Counts are errors, warnings and infos: of \`svc check\`, of the newest document beside the source, and of that of version 1 beside
the source in which one member has its older name. Lost are places of the two that the published documents lack or have otherwise. Seconds are processor time of all commands, memory that of the largest process.
`;
}
