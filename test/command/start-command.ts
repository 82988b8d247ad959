import { type ChildProcess, spawn } from 'node:child_process';

/** A command in a separate process, and its output so far. */
export interface StartedCommand {
  readonly child: ChildProcess;
  readonly written: { readonly stdout: string; readonly stderr: string };
  /** Resolves with the first match in its output; rejects if it ends without one. */
  sees(pattern: RegExp, from?: 'stdout' | 'stderr'): Promise<RegExpMatchArray>;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts `node script argv…`. */
export function startCommand(
  script: string,
  argv: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): StartedCommand {
  const { PORT: _port, HOST: _host, ...inherited } = process.env;
  const child = spawn(process.execPath, [script, ...argv], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  const wake = () => listeners.forEach((listener) => listener());
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      wake();
    });
  }
  let result: number | string | null = null;
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      result = signal ?? code ?? 0;
      wake();
      resolve(result);
    });
  });

  function sees(pattern: RegExp, from: 'stdout' | 'stderr' = 'stdout'): Promise<RegExpMatchArray> {
    return new Promise((resolve, reject) => {
      function look(): void {
        const match = pattern.exec(written[from]);
        if (!match && result === null) return;
        listeners.delete(look);
        if (match) resolve(match);
        else
          reject(
            new Error(`It ended with ${result} and never wrote ${pattern}:\n${written.stdout}\n${written.stderr}`),
          );
      }
      listeners.add(look);
      look();
    });
  }

  return { child, written, sees, ended };
}
