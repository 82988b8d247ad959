import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { formats } from '../src/report/formats.js';
import { capture } from '../src/cli/testing/capture-io.js';
import { repository } from './read-imports.js';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(repository, 'docs'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const read = (page: string) => readFileSync(join(repository, page), 'utf8');
const found = (page: string, pattern: RegExp) => [...read(page).matchAll(pattern)].map((match) => match[1]!);

/** A file or folder of the repository; the last part of its path may be a pattern. */
function isFile(path: string): boolean {
  const folder = join(repository, dirname(path));
  return existsSync(folder) && readdirSync(folder).some((name) => picomatch.isMatch(name, basename(path)));
}

const fromSite = (name: string) => import(new URL(`../site/${name}`, import.meta.url).href);
const { headingAnchor } = (await fromSite('heading-anchor.mjs')) as {
  headingAnchor(title: string): string;
};
const { readingOrder } = (await fromSite('reading-order.mjs')) as {
  readingOrder(): readonly { readonly pages: readonly Item[] }[];
};

interface Item {
  readonly page: string;
  readonly pages?: readonly Item[];
}

const anchorsOf = (page: string) => found(page, /^#+ (.+)$/gm).map(headingAnchor);

/** Command lines in code blocks and between backticks, as `svc openapi lock --check`. */
const commandLines = (page: string) =>
  found(page, /(?:^(?:\$ |- run: )?|`|&& |^ {4}- )(?:npx )?(svc [a-z][^`#\n|>]*)/gm);

const helpPages = new Map<string, Promise<string | null>>();

function helpOf(words: string): Promise<string | null> {
  let help = helpPages.get(words);
  if (!help) {
    help = capture([...words.split(' '), '--help'], { cwd: repository }).then(({ code, stdout }) =>
      code === 0 ? stdout : null,
    );
    helpPages.set(words, help);
  }
  return help;
}

/** What a command line names that does not exist: the command itself, or options of it. */
async function unknownParts(line: string): Promise<readonly string[]> {
  const [, first = '', second = ''] = line.trim().split(/\s+/);
  const isGroup = ['openapi', 'users'].includes(first) && /^[a-z]+$/.test(second);
  const help = await helpOf(isGroup ? `${first} ${second}` : first.replace(/\W+$/, ''));
  if (help === null) return [line];
  const options = [...line.matchAll(/\s(--?[a-z][a-z-]*)/g)].map((match) => match[1]!);
  return options.filter((option) => !new RegExp(`(?:^|\\s)${option}(?:[\\s,]|$)`, 'm').test(help));
}

const { homepage, files } = JSON.parse(read('package.json')) as {
  readonly homepage: string;
  readonly files: readonly string[];
};
const blob = `${homepage.replace('#readme', '')}/blob/main/`;
/** Where pictures of the README are. */
const raw = blob.replace('github.com', 'raw.githubusercontent.com').replace('/blob/', '/');

it('links of the README work from the page of a package registry, and the docs are in the package', () => {
  expect(found('README.md', /\]\(([^)\s]+)\)/g).filter((target) => !/^(?:https:|#)/.test(target))).toEqual([]);
  expect(files).toContain('docs');
});

it('docs/README.md lists every page of docs/ once, in the order of the guide', () => {
  const listed = readingOrder().flatMap((part) => part.pages.flatMap((item) => item.pages ?? [item]));
  const inDocs = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  expect(listed.map(({ page }) => `docs/${page}`).sort()).toEqual(inDocs.sort());
});

it('the README names pages in the order of the guide', () => {
  const order = readingOrder().flatMap((part) => part.pages.map(({ page }) => page));
  const list = read('README.md').slice(read('README.md').indexOf('## Read on'));
  const named = [...list.matchAll(/blob\/main\/docs\/([^)]+)\)/g)]
    .map(([, page]) => page!)
    .filter((page) => page !== 'README.md');
  expect(named).toEqual(order.filter((page) => named.includes(page)));
});

describe.each(pages)('%s', (page) => {
  it('links to pages and sections that exist', () => {
    const targets = found(page, /\]\(([^)\s]+)\)/g).map((target) =>
      target.startsWith(blob) || target.startsWith(raw)
        ? `${'../'.repeat(page.split('/').length - 1)}${target.slice((target.startsWith(blob) ? blob : raw).length)}`
        : target,
    );
    const broken = targets.filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(repository, join(repository, dirname(page), path));
      if (!existsSync(join(repository, file))) return true;
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names files that exist', () => {
    const paths = found(page, /`((?:src|service|test|fixtures|docs|scripts|bench|templates|deploy)\/[^`\s]*)`/g);
    expect(paths.filter((path) => !path.includes('<') && !isFile(path))).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(found(page, /\bnpm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('shows commands and options that exist', async () => {
    const examples = found(page, /new Command\('(\w+)'\)/g);
    const lines = commandLines(page).filter((line) => !examples.includes(line.split(' ')[1]!));
    const unknown = await Promise.all(lines.map(unknownParts));
    expect(unknown.flat()).toEqual([]);
  });
});

it('describes every report format', () => {
  const rows = found('docs/commands.md', /^\| `(\w+)` \| /gm);
  expect(Object.keys(formats).filter((format) => !rows.includes(format))).toEqual([]);
});
