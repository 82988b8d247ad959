import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join, relative, resolve } from 'node:path';
import type { Io, ParentMessage } from '../io.js';
import { waitForStop } from './wait-for-stop.js';
import { watchFiles } from './watch-files.js';

/** How long a process may drain before it is killed, in milliseconds. */
const drainTime = 5000;
const codeFile = /\.(?:[cm]?[jt]sx?|json|ya?ml|env)$/;

/** Serves in a child process and restarts it after every change to the files of the service; if it fails, waits for the next change. */
export async function serveWatching(
  entry: string,
  configuration: string | undefined,
  typed: readonly string[],
  io: Io,
): Promise<number> {
  let child: ChildProcess | null = null;
  let inputs: ReadonlySet<string> = new Set();
  let isWhole = false;
  let isStopping = false;
  const always = new Set([
    resolve(io.cwd, '.env'),
    ...(configuration === undefined ? [] : [resolve(io.cwd, configuration)]),
  ]);

  const files = watchFiles(
    (file) => always.has(file) || (isWhole ? inputs.has(file) : codeFile.test(file)),
    (file) => void restart(`${relative(io.cwd, file)} changed.`),
  );
  files.add([entry, join(dirname(entry), 'package.json'), ...always]);

  function start(): void {
    isWhole = false;
    const started = fork(io.script, ['serve', ...typed.filter((word) => word !== '--watch')], { stdio: 'inherit' });
    child = started;
    started.on('message', (message: ParentMessage) => {
      if (message.type !== 'loaded') return;
      inputs = new Set(message.inputs);
      isWhole = message.isWhole;
      files.add(message.inputs);
    });
    started.once('exit', () => {
      if (child !== started) return;
      child = null;
      if (!isStopping) io.stderr.write('Waiting for changes.\n');
    });
  }

  let restarting: Promise<void> = Promise.resolve();
  function restart(reason: string): Promise<void> {
    restarting = restarting.then(async () => {
      if (isStopping) return;
      io.stderr.write(`${reason} Restarting.\n`);
      await stopChild();
      if (!isStopping) start();
    });
    return restarting;
  }

  async function stopChild(): Promise<void> {
    const running = child;
    child = null;
    if (running) await endProcess(running);
  }

  start();
  await waitForStop(
    io,
    async () => {
      isStopping = true;
      files.close();
      await restarting;
      await stopChild();
    },
    () => child?.kill('SIGKILL'),
  );
  return 0;
}

/** Lets a process drain, and kills it if that takes too long. */
function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), drainTime);
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    });
    if (child.connected) child.send('svc:stop', () => {});
    else child.kill('SIGTERM');
  });
}
