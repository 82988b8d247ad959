import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask } from '../../bin/ask.mjs';
import { terminalPicture } from './terminal-picture.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const columns = 80;

/** A terminal in which the gate closes for an edit of a schema, and opens once a change keeps the older version. */
export async function recordGate() {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-picture-'));
  try {
    cpSync(join(repository, 'fixtures/tutorial/one'), folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['svckit', 'zod'])
      symlinkSync(
        name === 'zod' ? join(repository, 'node_modules/zod') : repository,
        join(folder, 'node_modules', name),
      );
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    await svc(folder, 'openapi', 'lock');
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=svc', '-c', 'user.email=svc@example.com', ...args], { cwd: folder });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'what version 1 promises');
    git('checkout', '-qb', 'edit');
    const book = join(folder, 'book.ts');
    writeFileSync(book, readFileSync(book, 'utf8').replace('id: z.int(), title:', 'id: z.int(), name:'));
    const edit = git('diff', '-U0').toString().trimEnd().split('\n').slice(5);
    const lines = ['$ git diff -U0', ...edit.flatMap((line) => coloured(line))];
    for (const words of [
      ['gate', '--base', 'main'],
      ['change', '--apply'],
      ['gate', '--base', 'main'],
    ])
      lines.push(`$ svc ${words.join(' ')}`, ...(await svc(folder, ...words)).trimEnd().split('\n'), '');
    return terminalPicture(
      'svc gate says which versions an edit breaks and what to do, and svc change does it',
      lines.slice(0, -1),
      { columns, rows: 30 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A removed or added line as git shows it, broken where the terminal ends. */
const coloured = (line) =>
  line
    .match(new RegExp(`.{1,${columns}}`, 'g'))
    .map((part) => `\u001b[${line.startsWith('-') ? 31 : 32}m${part}\u001b[39m`);

/** Runs a command as a terminal of 80 columns shows it, with its colours. */
async function svc(cwd, ...argv) {
  const { run } = await import(new URL('../../dist/cli.js', import.meta.url).href);
  let shown = '';
  const stdout = { write: (text) => void (shown += text), isTTY: true, columns };
  const io = {
    stdout,
    stderr: { write: () => {}, isTTY: false, columns: undefined },
    terminal: null,
    readInput: async () => '',
    env: { PATH: process.env.PATH, HOME: cwd, TERM: 'xterm-256color', FORCE_COLOR: '1' },
    cwd,
    script: fileURLToPath(new URL('../../bin/svc.mjs', import.meta.url)),
    now: () => new Date('2026-12-01T00:00:00Z'),
    ask,
    onStop: () => () => {},
    tellParent: async () => {},
    exit: () => {},
  };
  await run(argv, io);
  return shown;
}
