import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import books from '../../fixtures/upgrade/service/svc.config.js';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { runProgram } from '../packed/run-program.js';
import { compile } from './compile.js';
import { tools } from './consumer-folder.js';

const entry = join(fixture('upgrade'), 'service', 'svc.config.ts');
const consumers = join(fixture('upgrade'), 'consumers');
const names = readdirSync(consumers, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

interface Upgraded {
  readonly edits: readonly { readonly file: string }[];
  readonly stops: readonly {
    readonly file: string;
    readonly line: number;
    readonly reasons: readonly { readonly level: string }[];
  }[];
}

/** What a consumer's own team writes at stop points: the new text of a line by its place. */
type Answers = Readonly<Record<string, string>>;

/** A consumer in a folder of its own, with the client of version 1. */
async function openConsumer(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(consumers, name), folder, { recursive: true });
  if (!existsSync(join(folder, 'tsconfig.json')))
    cpSync(join(consumers, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module' }));
  symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'));
  expect(await capture(['client', entry, '--api-version', '1'], { cwd: folder })).toMatchObject({ code: 0 });
  return folder;
}

/** What the consumer prints, spoken to by a fresh service. */
async function run(folder: string): Promise<string> {
  const { app, url } = await serveForTest(books.root, { ...books });
  try {
    const { stdout } = await runProgram([process.execPath, 'out/main.js', url], folder);
    await runOwnTests(folder);
    return stdout;
  } finally {
    await app.close();
  }
}

/** Fails where one of the consumer's own tests does. */
async function runOwnTests(folder: string): Promise<void> {
  const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  const tests = files.filter((name) => name.endsWith('.test.js')).map((name) => join('out', name));
  if (tests.length > 0) await runProgram([process.execPath, '--test', ...tests], folder);
}

const upgrade = (folder: string, ...options: readonly string[]) =>
  capture(['upgrade', 'v1', 'v3', entry, '--in', 'src', ...options], { cwd: folder });

function answer(folder: string, answers: Answers): void {
  for (const [place, text] of Object.entries(answers)) {
    const [file = '', line = ''] = place.split(':');
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    lines[Number(line) - 1] = text;
    writeFileSync(join(folder, file), lines.join('\n'));
  }
}

const sources = (folder: string) =>
  Object.fromEntries(
    readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]sx?$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(join(folder, 'src', name), 'utf8')]),
  );

describe.each(names)('the consumer "%s"', (name) => {
  it('compiles, and prints what it printed before, after the edits and the listed answers', async () => {
    const folder = await openConsumer(name);
    expect(compile(folder)).toBe('');
    const before = await run(folder);
    expect(before).not.toBe('');
    const untouched = sources(folder);
    const planned = await upgrade(folder, '--dry-run');
    expect(sources(folder)).toEqual(untouched);
    await expect(planned.stdout).toMatchFileSnapshot(join(consumers, name, 'upgrade.txt'));

    const done = await upgrade(folder, '--format', 'json');
    const edited = sources(folder);
    await upgrade(folder);
    expect(sources(folder)).toEqual(edited);
    const { stops } = JSON.parse(done.stdout) as Upgraded;
    const refused = stops.filter(({ reasons }) => reasons.some(({ level }) => level === 'error'));
    expect(done.code).toBe(refused.length > 0 ? 1 : 0);
    const answers = JSON.parse(readFileSync(join(consumers, name, 'answers.json'), 'utf8')) as Answers;
    const placesOf = (list: Upgraded['stops']) => [...new Set(list.map(({ file, line }) => `${file}:${line}`))].sort();
    expect(placesOf(refused.filter(({ file, line }) => answers[`${file}:${line}`] === undefined))).toEqual([]);
    expect(placesOf(stops)).toEqual(expect.arrayContaining(Object.keys(answers)));

    answer(folder, answers);
    expect(compile(folder)).toBe('');
    expect(await run(folder)).toBe(before);
    expect(await upgrade(folder, '--check')).toMatchObject({ code: 0 });
  });
});
