import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('../../node_modules/.cache/svc-test/', import.meta.url));

/** Bundles a TypeScript file for Node; returns the path of the result. */
export async function bundle(file: URL): Promise<string> {
  await mkdir(folder, { recursive: true });
  const outfile = `${folder}${file.pathname.split('/').at(-1)}-${process.pid}.mjs`;
  await build({
    entryPoints: [fileURLToPath(file)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    alias: {
      'svckit/around': fileURLToPath(new URL('../../src/around/index.ts', import.meta.url)),
      'svckit/webhooks': fileURLToPath(new URL('../../src/webhooks/index.ts', import.meta.url)),
      'svckit/lens': fileURLToPath(new URL('../../src/lens/index.ts', import.meta.url)),
      'svckit/export': fileURLToPath(new URL('../../src/export/index.ts', import.meta.url)),
      '@svckit/stores': fileURLToPath(new URL('../../stores/src/index.ts', import.meta.url)),
      svckit: fileURLToPath(new URL('../../src/index.ts', import.meta.url)),
    },
    logLevel: 'error',
  });
  return outfile;
}

/** A Node process that prints one JSON value per line. */
export class Process {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(script: string, args: readonly string[]) {
    this.child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.child.stdout! })[Symbol.asyncIterator]();
  }

  /** The next line that the process prints; throws when it ends without one. */
  async next<T>(): Promise<T> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('The process ended without another line.');
    return JSON.parse(value) as T;
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
