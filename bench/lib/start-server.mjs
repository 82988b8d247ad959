import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathOf } from './compile.mjs';

/**
 * Starts a server on one core; returns its address, the processor time that it has used, and a function that stops it. A `settled` one has had
 * its garbage collected in full, as servers of usual size have.
 */
export async function startServer({ node, file, core, settled = false, env = {} }) {
  const settle = settled ? ['--require', pathOf('lib/collect-garbage.cjs')] : [];
  const child = spawn('taskset', ['-c', String(core), node, ...settle, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const port = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    processorSeconds: () => processorSeconds(child.pid),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

/** Of all threads of a process. */
function processorSeconds(pid) {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}
