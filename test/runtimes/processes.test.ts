import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../read-imports.js';
import { runtimeCases, type Send } from './runtime.suite.js';

const here = join(repository, 'test/runtimes');

/** The command of a runtime, and what it runs. */
const runtimes = {
  Bun: { command: ['@oven/bun-linux-x64/bin/bun', 'run'], entry: 'serve-bun.mjs' },
  Deno: { command: ['@deno/linux-x64-glibc/deno', 'run', '--allow-all'], entry: 'serve-deno.mjs' },
} as const;

const builtPackage: Plugin = {
  name: 'built-package',
  setup: ({ onResolve }) =>
    void onResolve({ filter: /^svckit$/ }, () => ({ path: join(repository, 'dist/index.js'), external: true })),
};

/** Compiles the app against the built package. */
async function compile(entry: string): Promise<string> {
  const folder = join(here, 'out');
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, entry);
  await build({
    entryPoints: [join(here, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    packages: 'external',
    plugins: [builtPackage],
    logLevel: 'error',
  });
  return outfile;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout!) {
    printed += String(chunk);
    const url = /listening at (\S+)/.exec(printed)?.[1];
    if (url) return url;
  }
  throw new Error(`The server ended: ${printed}`);
}

describe.each(Object.entries(runtimes))('%s', (_, { command: [name, ...options], entry }) => {
  let child: ChildProcess;
  let send: Send;
  beforeAll(async () => {
    const program = join(here, 'node_modules', name);
    child = spawn(program, [...options, await compile(entry)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await addressOf(child);
    child.stdout!.resume();
    send = (path, init) => fetch(`${url}${path}`, init);
  });
  afterAll(() => void child?.kill('SIGKILL'));

  it.each(runtimeCases)('$title', ({ run }) => run(send));

  it('ends when it is asked to', async () => {
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});
