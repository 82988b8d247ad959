import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const kept = 'contracts/consumers';

/** What the code of each consumer is: shop-web shows authors, stats counts books. */
const consumers = {
  'shop-web': `import { client } from './api/v1.js';

export async function listBooks(limit: number): Promise<string[]> {
  const query = { limit };
  const { data = [] } = await client.GET('/books', { params: { query } });
  return data.map(({ title, author }) => \`\${title} by \${author}\`);
}
`,
  stats: `import { client } from './api/v1.js';

export async function countBooks(): Promise<number> {
  const { data = [] } = await client.GET('/books');
  return new Set(data.map(({ title }) => title)).size;
}
`,
};

/**
 * From a break that the gate closes, over a declared change, to the end of version 1: a repository of an API and two of its consumers, in
 * `folder`. `svc` runs a command in a folder and resolves to its exit code and what it prints; `say` prints.
 */
export async function followConsumers({ folder, svc, say }) {
  const api = join(folder, 'books');
  const config = join(api, 'svc.config.ts');
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
      cwd: api,
      stdio: 'pipe',
    });
  const commit = (subject) => {
    git('add', '--all');
    git('commit', '--quiet', '--message', subject);
  };

  /** Runs a command, prints it with what it prints, and throws unless it exits with `expect` and prints all of `texts`. */
  async function run(where, words, expect, ...texts) {
    const { code, stdout, stderr } = await svc(words, join(folder, where));
    const shown = words.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' ');
    say(`\n${where}$ svc ${shown}\n${stdout}${stderr}`);
    if (code !== expect) throw new Error(`svc ${words[0]} exited with ${code} instead of ${expect}.`);
    for (const text of texts)
      if (!stdout.includes(text)) throw new Error(`svc ${words[0]} does not print ${JSON.stringify(text)}.`);
    return stdout;
  }
  const edit = (file, ...edits) => {
    let text = readFileSync(file, 'utf8');
    for (const [from, to] of edits) {
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}.`);
      text = text.replaceAll(from, to);
    }
    writeFileSync(file, text);
  };
  const write = (file, text) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const compile = (name) =>
    execFileSync(process.execPath, [join(folder, name, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
      cwd: join(folder, name),
      stdio: 'pipe',
    });
  const writeUses = (name, day) => {
    const words = ['--scan', 'src', '--out', `../books/${kept}/${name}.json`, '--as-of', day];
    return run(name, ['uses', ...words], 0);
  };
  const since = Date.parse('2026-01-01');
  const called = (consumer, day) => {
    const last = Date.parse(day);
    const counts = { version: '1', operation: 'GET /books', kind: 'custom', consumer, day: null, calls: 40 };
    return { ...counts, refused: 0, first: since, last, members: {} };
  };
  const writeCalls = (...counts) => write(join(api, 'calls.json'), JSON.stringify({ since, counts }));

  say('\nAn API, and two consumers that commit what they use of it');
  write(config, readFileSync(here('books.config.ts'), 'utf8'));
  symlinkSync(here('../../node_modules'), join(api, 'node_modules'), 'dir');
  write(join(api, '.gitignore'), 'node_modules\ncalls.json\n');
  git('init', '--quiet', '--initial-branch=main');
  await run('books', ['openapi', 'lock'], 0);
  for (const [name, code] of Object.entries(consumers)) {
    write(join(folder, name, 'package.json'), JSON.stringify({ name, type: 'module' }));
    write(join(folder, name, 'tsconfig.json'), tsconfig);
    write(join(folder, name, 'src/list.ts'), code);
    symlinkSync(here('../../tools/node_modules'), join(folder, name, 'node_modules'), 'dir');
    await run(name, ['client', '../books/svc.config.ts'], 0);
    compile(name);
    await writeUses(name, '2026-11-02');
  }
  commit('feat: books');

  say('\n2026-11-20: a commit renames a member, and the gate names who reads it');
  git('checkout', '--quiet', '-b', 'writers');
  edit(config, ['author:', 'writer:']);
  const gate = ['gate', '--base', 'main', '--consumers', kept];
  const closed = await run('books', [...gate, '--as-of', '2026-11-20'], 1, 'breaks shop-web (src/list.ts:6)');
  if (closed.includes('stats')) throw new Error('The gate names stats, which does not read the author.');

  say('\n2026-12-01: the same as a declared change of version 2, and the gate opens');
  edit(
    config,
    ["defineVersions(['1']);", versionsWithChange],
    ['import { Controller', 'import { change, Controller'],
    ['Module, Public }', 'Module, Public, renamed }'],
  );
  await run('books', ['openapi', 'lock'], 0);
  await run('books', [...gate, '--as-of', '2026-12-01'], 0);
  commit('feat: books have a writer');
  git('checkout', '--quiet', 'main');
  git('merge', '--quiet', 'writers');
  await run('books', ['diff', 'v1', 'v2', '--consumers', kept, '--as-of', '2026-12-01'], 1, 'breaks shop-web');
  await run('books', ['lifecycle', '--consumers', kept, '--as-of', '2026-12-01'], 0, 'shop-web (src/list.ts:5), stats');
  writeCalls(called('shop-web', '2026-12-04'), called('stats', '2026-11-30'));
  const retire = ['retire', '1', '--consumers', kept];
  await run('books', [...retire, '--as-of', '2026-12-05'], 1, 'within the last 30 days by 2 consumers');

  say('\n2026-12-10: both move, by one command each');
  for (const name of Object.keys(consumers)) {
    await run(name, ['client', '../books/svc.config.ts'], 0);
    await run(name, ['upgrade', 'v1', 'v2', '../books/svc.config.ts', '--in', 'src'], 0);
    await run(name, ['upgrade', 'v1', 'v2', '../books/svc.config.ts', '--in', 'src', '--check'], 0);
    compile(name);
  }
  await writeUses('stats', '2026-12-10');

  say('\n2027-05-20: version 1 is quiet, but a file still names it');
  writeCalls(called('shop-web', '2026-12-09'), called('stats', '2026-12-09'));
  await run('books', [...retire, '--as-of', '2027-05-20'], 1, 'is still used by shop-web (src/list.ts:5)');
  await writeUses('shop-web', '2027-05-20');
  await run('books', [...retire, '--as-of', '2027-05-20'], 0, 'Wrote contracts/retired/1.json.');
  commit('chore: version 1 is not used');

  say('\n2027-06-02: after its sunset, version 1 goes');
  git('checkout', '--quiet', '-b', 'end');
  edit(
    config,
    [versionsWithChange, "defineVersions(['2']);"],
    ['import { change, ', 'import { '],
    [', renamed }', ' }'],
  );
  rmSync(join(api, 'contracts/v1.json'));
  await run('books', ['openapi', 'lock'], 0);
  await run('books', [...gate, '--as-of', '2027-06-02'], 0);
}

const tsconfig = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['src'],
});

const versionsWithChange = `defineVersions([
  { version: '1', deprecated: { since: '2026-12-01', sunset: '2027-06-01', link: 'https://books.example/move' } },
  { version: '2', changes: [change({ title: 'Books have a writer', schemas: [renamed(Book, { writer: 'author' })] })] },
]);`;
