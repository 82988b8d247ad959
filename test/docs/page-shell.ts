import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shellEnvironment } from '../packed/run-program.js';

export type Environment = Readonly<Record<string, string>>;

const mark = '--- end of output ---';

/** A terminal in the folder of a page, where `npx svc` is svckit as built from the current sources and `curl` shows no progress. */
export class PageShell {
  readonly #bash: ChildProcessWithoutNullStreams;
  #output = '';

  constructor(folder: string, command: string, environment: Environment) {
    const programs = join(folder, '.programs');
    mkdirSync(programs, { recursive: true });
    const npx = `#!/bin/sh\nprogram=$1; shift\ncase $program in svc|svckit) exec "${process.execPath}" "${command}" "$@";; esac\nexec "node_modules/.bin/$program" "$@"\n`;
    writeFileSync(join(programs, 'npx'), npx);
    chmodSync(join(programs, 'npx'), 0o755);
    const person = {
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    };
    const env = {
      ...shellEnvironment(),
      ...person,
      TMPDIR: programs,
      ...environment,
      PATH: `${programs}:${process.env.PATH}`,
    };
    this.#bash = spawn('bash', ['--norc'], { cwd: folder, env });
    for (const stream of [this.#bash.stdout, this.#bash.stderr])
      stream.on('data', (text: Buffer) => {
        this.#output += text;
      });
    this.#bash.stdin.write('curl() { command curl -sS "$@"; }\nexec 2>&1\n');
  }

  /** What a command line prints, both streams together. The next line finds its exit code in `$?`. */
  async run(line: string): Promise<string> {
    this.#output = '';
    this.#bash.stdin.write(`${line}\nended=$?; printf '%s\\n' '${mark}'; (exit $ended)\n`);
    while (!this.#output.includes(mark)) {
      if (this.#bash.exitCode !== null) throw new Error(`The shell ended at: ${line}\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.#output.slice(0, this.#output.indexOf(mark)).replaceAll('\r', '');
  }

  close(): void {
    this.#bash.kill();
  }
}
