import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const ownName = `svckit-tests-${process.pid}`;

/** Gives the run a temporary folder of its own: one part for the runner, one for the tests, which must leave theirs empty. */
export const ownTemporaryFolder: Plugin = {
  name: 'own-temporary-folder',
  config() {
    const home = tmpdir();
    if (!home.includes(ownName)) {
      removeAbandoned(home);
      const run = join(home, ownName);
      for (const part of ['runner', 'tests']) mkdirSync(join(run, part), { recursive: true });
      process.env.TMPDIR = join(run, 'runner');
      process.once('exit', () => rmSync(run, { recursive: true, force: true }));
    }
    return { test: { globalSetup: [fileURLToPath(import.meta.url)] } };
  },
};

/** A run that was killed could not remove its folder; the next run does. */
function removeAbandoned(home: string): void {
  for (const name of readdirSync(home)) {
    const [, pid] = /^svckit-tests-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs before the workers start, which inherit the folder, and fails the run when a test has left something there. */
export default function setup(): () => void {
  const folder = join(tmpdir(), '../tests');
  process.env.TMPDIR = folder;
  return () => {
    const left = readdirSync(folder).toSorted();
    if (left.length === 0) return;
    process.exitCode = 1;
    throw new Error(`Tests left these in the temporary folder: ${left.join(', ')}.`);
  };
}
