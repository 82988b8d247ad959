import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { tasks } from './tasks.mjs';

const valueFolders = ['classes', 'functions', 'variables'];
const typeFolders = ['interfaces', 'type-aliases'];

/** Replaces the indexes that typedoc wrote: names by task or as they come, each with its sentence. Throws for a name that is in no task, or in two. */
export function groupReference(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  for (const name of entries.map((one) => one.name)) {
    const main = join(folder, name);
    writeIndex(main, tasks);
    for (const below of readdirSync(main))
      if (existsSync(join(main, below, 'index.md'))) writeIndex(join(main, below), null);
  }
}

function writeIndex(folder, groups) {
  const values = namesIn(folder, valueFolders);
  const types = namesIn(folder, typeFolders);
  const index = join(folder, 'index.md');
  const head = readFileSync(index, 'utf8').split(/^## /m)[0].trimEnd();
  const sections = groups
    ? groups.map(({ title, text, names }) => [
        `## ${title}\n\n${text}`,
        listOf(names.map((name) => valueNamed(values, name))),
      ])
    : [[listOf(values)]];
  if (groups) refuseForgotten(groups, values);
  const last = types.length > 0 ? [['## Types', listOf(types)]] : [];
  writeFileSync(index, `${[head, ...sections.flat(), ...last.flat()].join('\n\n')}\n`);
}

function namesIn(folder, kinds) {
  return kinds
    .filter((kind) => existsSync(join(folder, kind)))
    .flatMap((kind) =>
      readdirSync(join(folder, kind)).map((file) => ({
        page: `${kind}/${file}`,
        ...readPage(join(folder, kind, file)),
      })),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The name that a page is about, and the first sentence of its description. */
function readPage(file) {
  const text = readFileSync(file, 'utf8');
  const name = /^# \w[\w ]*: ([\w\\]+)/m.exec(text)?.[1].replaceAll('\\', '') ?? basename(file, '.md');
  const description = text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split('\n\n')
    .slice(2)
    .find((part) => /^\s*[A-Z`]/.test(part));
  return { name, sentence: description && /^.*?\.(?=\s|$)/s.exec(description.trim())?.[0].replaceAll(/\s+/g, ' ') };
}

const listOf = (names) =>
  names.map(({ name, page, sentence }) => `- [${name}](${page})${sentence ? `: ${sentence}` : ''}`).join('\n');

function valueNamed(values, name) {
  const found = values.find((one) => one.name === name);
  if (!found) throw new Error(`site/tasks.mjs names ${name}, which svckit does not export.`);
  return found;
}

function refuseForgotten(groups, values) {
  const named = groups.flatMap(({ names }) => names);
  const forgotten = values.map(({ name }) => name).filter((name) => named.filter((one) => one === name).length !== 1);
  if (forgotten.length > 0) throw new Error(`Add to one task of site/tasks.mjs: ${forgotten.join(', ')}.`);
}
