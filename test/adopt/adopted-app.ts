import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { repository } from '../command/built-package.js';
import { startCommand } from '../command/start-command.js';
import { type ProgramResult, runProgram, shellEnvironment } from '../packed/run-program.js';
import type { CodeBlock } from './code-blocks.js';

const install = 'npm install --prefer-offline --no-audit --no-fund';
/** `npx` for the commands of installed packages, without a start of npm for each. */
const npx = 'npx() { "node_modules/.bin/$1" "${@:2}"; }';
const leftOut = new Set(['node_modules', 'dist', 'build']);

/** A copy of an application of fixtures/adopt in a git repository of its own, whose origin has its main branch. */
export class AdoptedApp {
  readonly folder = mkdtempSync(join(tmpdir(), 'svckit-adopt-'));
  readonly app = join(this.folder, 'app');

  constructor(name: string) {
    const fixture = join(repository, 'fixtures/adopt', name);
    cpSync(fixture, this.app, { recursive: true, filter: (file) => !leftOut.has(basename(file)) });
  }

  /** Installs what its lockfile says, and commits it. */
  async open(): Promise<this> {
    await this.type('npm ci --prefer-offline --no-audit --no-fund');
    await this.type(
      'git init -q --bare -b main ../origin.git && git init -q -b main && git remote add origin ../origin.git',
    );
    await this.type('git config user.name Test && git config user.email test@example.com');
    await this.type('git add . && git commit -qm "the application" && git push -qu origin main');
    return this;
  }

  /** Makes every file what it was before a recipe, but keeps what npm installed. */
  async startOver(): Promise<void> {
    await this.type(
      'cp package*.json .. && git reset -q --hard "$(git rev-list --max-parents=0 HEAD)" && git clean -fdq && mv ../package*.json .',
    );
  }

  /** Starts over with the sources of another application that has the same packages. */
  async startOverAs(name: string): Promise<void> {
    await this.startOver();
    rmSync(join(this.app, 'src'), { recursive: true });
    cpSync(join(repository, 'fixtures/adopt', name, 'src'), join(this.app, 'src'), { recursive: true });
  }

  /** Runs a line in a shell. */
  async type(line: string, { mayFail = false } = {}): Promise<ProgramResult> {
    const typed = line.startsWith('npm install ') ? this.#installation(line) : line;
    return runProgram(['bash', '-ec', `export TMPDIR="$PWD/../tmp"; mkdir -p "$TMPDIR"; ${npx}; ${typed}`], this.app, {
      mayFail,
    });
  }

  /** Nothing where an earlier recipe installed the same. A package that is not in a registry yet is installed from its file. */
  #installation(line: string): string {
    const words = line.split(' ').slice(2);
    if (words.every((word) => word.startsWith('--') || this.#has(word))) return ':';
    return [install, ...words.map((word) => (word === 'svckit' ? inject('tarball') : word))].join(' ');
  }

  #has(wanted: string): boolean {
    const [name, version = ''] = wanted.split('@') as [string, string?];
    const file = join(this.app, 'node_modules', name, 'package.json');
    return (
      existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version.startsWith(version)
    );
  }

  write({ file, text }: CodeBlock): void {
    mkdirSync(dirname(join(this.app, file!)), { recursive: true });
    writeFileSync(join(this.app, file!), text);
  }

  /** Replaces a text that is there once. */
  edit(file: string, from: string, to: string): void {
    const parts = readFileSync(join(this.app, file), 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    writeFileSync(join(this.app, file), parts.join(to));
  }

  /** Starts a script that prints where it listens. */
  async start(script: string) {
    const command = startCommand(join(this.app, script), [], {
      cwd: this.app,
      env: { ...shellEnvironment(), PORT: '0', NO_COLOR: '1' },
    });
    const [, port] = await command.sees(/Listening on .*[ :](\d+)/);
    return { ...command, url: `http://127.0.0.1:${port}` };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A copy of a fixture for the tests of one describe. */
export function adopt(name: string): () => AdoptedApp {
  let app: AdoptedApp;
  beforeAll(async () => {
    app = await new AdoptedApp(name).open();
  });
  afterAll(() => app.remove());
  return () => app;
}
