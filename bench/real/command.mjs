import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from '../lib/compile.mjs';

/** Runs the script svc in a folder, and ends it with all that it started at the deadline. Exit code null: it was ended. */
export function runCommand(node, script, folder, argv, deadline) {
  const used = join(folder, '.used');
  writeFileSync(used, '');
  const env = {
    ...process.env,
    NODE_OPTIONS: `--require=${pathOf('lib/cpu-hook.cjs')}`,
    SVC_BENCH_CPU: used,
    NO_COLOR: '1',
  };
  const child = spawn(node, [script, ...argv], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = [child.stdout, child.stderr].map(textOf);
  const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), Math.max(0, deadline - Date.now()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', async (code) => {
      clearTimeout(timer);
      const [stdout, stderr] = await Promise.all(texts);
      const notes = readFileSync(used, 'utf8').trim().split('\n').filter(Boolean);
      rmSync(used);
      // The last note of a process counts.
      const processes = [
        ...new Map(notes.map((line) => line.split(' ').map(Number)).map((note) => [note[0], note])).values(),
      ];
      done({
        argv,
        code,
        stdout,
        stderr,
        seconds: processes.reduce((sum, [, microseconds]) => sum + microseconds / 1e6, 0),
        megabytes: Math.max(0, ...processes.map(([, , kilobytes]) => kilobytes / 1024)),
      });
    });
  });
}

async function textOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
