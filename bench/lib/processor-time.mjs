import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './compile.mjs';

/** What all Node processes of a run used, in seconds of processor time; the last note of a process counts. */
export function processorTime(run) {
  const used = join(tmpdir(), `svckit-bench-${process.pid}.cpu`);
  writeFileSync(used, '');
  try {
    run({ ...process.env, NODE_OPTIONS: `--require=${pathOf('lib/cpu-hook.cjs')}`, SVC_BENCH_CPU: used });
    const lines = readFileSync(used, 'utf8').trim().split('\n');
    const byProcess = new Map(lines.map((line) => line.split(' ').map(Number)));
    return inSeconds([...byProcess.values()].reduce((sum, microseconds) => sum + microseconds, 0) / 1e3);
  } finally {
    rmSync(used, { force: true });
  }
}

export const inSeconds = (milliseconds) => `${(milliseconds / 1e3).toFixed(1)} s`;
