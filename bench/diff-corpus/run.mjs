import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { diffDocuments, loadDocument } from '../../dist/openapi.js';
import { openRepositories } from './repositories.mjs';
import { readTable, writeTable } from './table.mjs';

const help = `Runs svc diff on the test cases of other tools, and on releases of real APIs, and compares with the verdicts in the tables.

  npm run build && node bench/diff-corpus/run.mjs    clones the repositories of repositories.tsv, and compares
  node bench/diff-corpus/run.mjs --from clones       finds them as clones/<owner>+<name> (or <owner>/<name>), without network
  node bench/diff-corpus/run.mjs --only oasdiff      cases whose repository has "oasdiff" in its name
  node bench/diff-corpus/run.mjs --write             also writes what svc diff says now into the tables

Exit code 1: a verdict is not the one in the tables. The data of the repositories is read from git and is no part of this repository.
`;
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}

const asOf = '2026-11-20';
const levels = ['error', 'warning', 'info'];
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const mostSevere = (findings) => levels.find((level) => findings.some((finding) => finding.level === level)) ?? 'none';

/** The level and check of a finding that the other tool expects, at any place; of the most severe one where it is not found. */
function verdictOf(findings, theirs) {
  const [, id] = theirs.split(' ');
  if (id === undefined) {
    const level = mostSevere(findings);
    return theirs === 'compatible' && (level === 'none' || level === 'info') ? theirs : level;
  }
  const places = findings.flatMap((finding) => [finding, ...(finding.places ?? [])]);
  const worst = mostSevere(places.filter((place) => place.id === id));
  if (worst !== 'none') return `${worst} ${id}`;
  const level = mostSevere(findings);
  return level === 'none' ? 'none' : `${level} ${findings.find((finding) => finding.level === level).id}`;
}

const countsOf = (findings) =>
  levels.map((level) => findings.filter((finding) => finding.level === level).length).join(' ');

async function compare(cwd, base, revision) {
  try {
    const [from, to] = [await loadDocument(join(cwd, base), { cwd }), await loadDocument(join(cwd, revision), { cwd })];
    return diffDocuments(from, to, { asOf });
  } catch (error) {
    return error.message.split('\n')[0];
  }
}

const folder = mkdtempSync(join(tmpdir(), 'svckit-corpus-'));
const repositories = openRepositories({
  folder,
  from: values.from,
  list: readTable(pathOf('repositories.tsv')).filter(({ repository }) => repository.includes(values.only)),
});
let wrong = 0;
const report = (place, expected, found) => {
  if (expected === found) return;
  wrong += 1;
  process.stdout.write(`${place}\n  expected ${expected || 'nothing yet'}\n  found    ${found}\n`);
};
try {
  const cases = [];
  for (const row of readTable(pathOf('cases.tsv'))) {
    const files = repositories.checkOut(row.repository);
    const found = files && (await compare(files, row.base, row.revision));
    const ours = Array.isArray(found) ? verdictOf(found, row.theirs) : (found ?? row.ours);
    if (files) report(`${row.repository} ${row.case}`, row.ours, ours);
    cases.push({ ...row, ours, isRun: files !== null });
  }
  const pairs = [];
  for (const row of readTable(pathOf('pairs.tsv'))) {
    const [base, revision] = ['base', 'revision'].map((side) =>
      repositories.readFile(row.repository, row[side], row.file, `${side}${row.file.slice(row.file.lastIndexOf('.'))}`),
    );
    const start = process.cpuUsage();
    const found = base && revision && (await compare(folder, base, revision));
    const { user, system } = process.cpuUsage(start);
    const ours = Array.isArray(found) ? countsOf(found) : (found ?? row.ours);
    if (found) report(`${row.repository} ${row.base}..${row.revision}`, row.ours, ours);
    pairs.push({ ...row, ours, isRun: Boolean(found), seconds: (user + system) / 1e6 });
  }
  if (values.write) {
    writeTable(pathOf('cases.tsv'), cases);
    writeTable(pathOf('pairs.tsv'), pairs);
  }
  process.stdout.write(
    summarize(
      cases.filter(({ isRun }) => isRun),
      pairs.filter(({ isRun }) => isRun),
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = wrong > 0 ? 1 : 0;

/** Two tables in Markdown: how often both say the same, and what real releases are. */
function summarize(cases, pairs) {
  const rank = (verdict) => ({ info: 1, compatible: 1, warning: 2, error: 3 })[verdict.split(' ')[0]] ?? 0;
  const names = (rows) => [...new Set(rows.map(({ repository }) => repository))];
  const line = (...cells) => `| ${cells.join(' | ')} |\n`;
  const ofCases = names(cases).map((name) => {
    const own = cases.filter(({ repository }) => repository === name);
    const [same, stricter, milder] = [0, 1, -1].map(
      (sign) => own.filter(({ theirs, ours }) => Math.sign(rank(ours) - rank(theirs)) === sign).length,
    );
    return line(
      name,
      own.length,
      same,
      stricter,
      milder,
      own.filter(({ theirs, ours, why }) => theirs !== ours && why === '').length,
    );
  });
  const ofPairs = names(pairs).map((name) => {
    const own = pairs.filter(({ repository }) => repository === name);
    const sums = [0, 1, 2].map((at) => own.reduce((sum, { ours }) => sum + Number(ours.split(' ')[at]), 0));
    const most = Math.max(...own.map(({ seconds }) => seconds));
    return line(name, own.length, ...sums, `${most.toFixed(1)} s`);
  });
  return [
    '\n| Cases of | Cases | Same level | More severe here | Less severe here | Different without a reason |\n| --- | ---: | ---: | ---: | ---: | ---: |\n',
    ...ofCases,
    '\n| Releases of | Pairs | Errors | Warnings | Other changes | Most processor time |\n| --- | ---: | ---: | ---: | ---: | ---: |\n',
    ...ofPairs,
  ].join('');
}
