import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from '../read-imports.js';
import { runtimeCases, type Send } from './runtime.suite.js';

const here = join(repository, 'test/runtimes');

interface Runtime {
  /** The program and its options. */
  readonly command: readonly [string, ...string[]];
  readonly entry: string;
  /** What it runs instead of the compiled entry. */
  readonly script?: string;
  /** Runs a module that imports packages; the others get all in one file. */
  readonly findsPackages: boolean;
  /** What its platform adds to each request. */
  readonly added?: Readonly<Record<string, string>>;
  /** How the titles of cases begin that are about what it does not have. */
  readonly without?: readonly string[];
}

const runtimes: Readonly<Record<string, Runtime>> = {
  Bun: { command: ['@oven/bun-linux-x64/bin/bun', 'run'], entry: 'serve-bun.mjs', findsPackages: true },
  Deno: { command: ['@deno/linux-x64-glibc/deno', 'run', '--allow-all'], entry: 'serve-deno.mjs', findsPackages: true },
  workerd: {
    command: ['@cloudflare/workerd-linux-64/bin/workerd', 'serve', '--control-fd=1'],
    entry: 'serve-workerd.mjs',
    script: 'workerd.capnp',
    findsPackages: false,
    added: { 'CF-Connecting-IP': '127.0.0.1' },
    without: ['files: from the disk', 'mounted handlers', 'streams: what makes the items'],
  },
};

/** A module in one file has no `require`, which packages in CommonJS call for the modules of Node. */
const withRequire = "import { createRequire as findRequire } from 'node:module';\nconst require = findRequire('/');";

const builtPackage = (external: boolean): Plugin => ({
  name: 'built-package',
  setup: ({ onResolve }) =>
    void onResolve({ filter: /^svckit$/ }, () => ({ path: join(repository, 'dist/index.js'), external })),
});

/** Compiles the app against the built package. */
async function compile({ entry, findsPackages }: Runtime): Promise<string> {
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
    ...(findsPackages ? { packages: 'external' } : { banner: { js: withRequire } }),
    plugins: [builtPackage(findsPackages)],
    logLevel: 'error',
  });
  return outfile;
}

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout!) {
    printed += String(chunk);
    const [, url, port] = /listening at (\S+)|"port":(\d+)/.exec(printed) ?? [];
    if (url ?? port) return url ?? `http://127.0.0.1:${port}`;
  }
  throw new Error(`The server ended: ${printed}`);
}

describe.each(Object.entries(runtimes))('%s', (_, runtime) => {
  const { command, script, added, without = [] } = runtime;
  let child: ChildProcess;
  let send: Send;
  beforeAll(async () => {
    const [name, ...options] = command;
    const compiled = await compile(runtime);
    const run = script === undefined ? compiled : join(here, script);
    child = spawn(join(here, 'node_modules', name), [...options, run], { stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await addressOf(child);
    child.stdout!.resume();
    send = (path, init) =>
      fetch(`${url}${path}`, { ...init, headers: [...new Headers(init?.headers), ...Object.entries(added ?? {})] });
  });
  afterAll(() => void child?.kill('SIGKILL'));

  const cases = runtimeCases.filter(({ title }) => !without.some((begin) => title.startsWith(begin)));
  it.each(cases)('$title', ({ run }) => run(send));

  it('compresses an answer once', async () => {
    const large = await send('/api/answers/large', { headers: { 'accept-encoding': 'gzip' } });
    expect(await large.json()).toEqual({ text: 'x'.repeat(5_000) });
  });

  it('ends when it is asked to', async () => {
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });
});
