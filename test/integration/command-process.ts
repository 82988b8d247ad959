import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';

const command = fileURLToPath(new URL('../../bin/svc.mjs', import.meta.url));
const built = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The built `svc` command in a separate process and folder. */
export class CommandProcess {
  readonly #child: ChildProcess;
  readonly #folder: { remove(): Promise<void> };
  /** Its output when it was ready. */
  readonly summary: RegExpExecArray;

  private constructor(child: ChildProcess, folder: { remove(): Promise<void> }, summary: RegExpExecArray) {
    this.#child = child;
    this.#folder = folder;
    this.summary = summary;
  }

  /** Resolves once the process has printed `ready`; rejects with its output if it ends before. */
  static async start(
    args: readonly string[],
    settings: Readonly<Record<string, string>>,
    ready: RegExp,
  ): Promise<CommandProcess> {
    if (!existsSync(built)) throw new Error('Run npm run build first: this test starts bin/svc.mjs.');
    const folder = await makeTemporaryFolder();
    const child = spawn(process.execPath, [command, ...args, '--demo'], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', NO_COLOR: '1', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new CommandProcess(child, folder, await written(child, ready));
  }

  /** Stops the process and returns its exit code, or the signal that ended it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | string> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) {
      const exited = once(this.#child, 'exit');
      this.#child.kill(signal);
      await exited;
    }
    await this.#folder.remove();
    return this.#child.exitCode ?? String(this.#child.signalCode);
  }
}

function written(child: ChildProcess, expected: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += String(chunk);
      const match = expected.exec(text);
      if (match !== null) resolve(match);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`svc ended with ${code} before it was ready:\n${text}`)));
  });
}
