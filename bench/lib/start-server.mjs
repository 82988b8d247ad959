import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts a server on one core; returns its address and a function that stops it. */
export async function startServer({ node, file, core }) {
  const child = spawn('taskset', ['-c', String(core), node, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}
