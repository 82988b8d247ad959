#!/usr/bin/env node
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ask } from './ask.mjs';

const own = realpathSync(fileURLToPath(import.meta.url));
const project = findProjectCommand(process.cwd());

if (project !== null && project !== own) {
  await import(pathToFileURL(project).href);
} else if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${readJson(join(dirname(own), '..', 'package.json')).version}\n`);
} else {
  await start();
}

/** The command of the svckit that the project around `folder` has installed; null when it has none. A clone's link to itself is none. */
function findProjectCommand(folder) {
  for (let current = folder; ; current = dirname(current)) {
    const home = join(current, 'node_modules', 'svckit');
    if (existsSync(join(home, 'package.json')) && realpathSync(home) !== realpathSync(current)) {
      const path = join(home, readJson(join(home, 'package.json')).bin?.svc ?? '');
      return statSync(path, { throwIfNoEntry: false })?.isFile() ? realpathSync(path) : null;
    }
    if (current === parse(current).root) return null;
  }
}

/** An unreadable file counts as empty: a damaged installation is not used. */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

async function start() {
  const entry = new URL('../dist/cli.js', import.meta.url);
  if (!existsSync(entry)) {
    process.stderr.write('svckit is not built. Run npm run build in its folder first.\n');
    process.exitCode = 2;
    return;
  }
  module.enableCompileCache?.();
  const { run } = await import(entry.href);
  process.on('exit', refuseEarlyEnd);
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => leave(error.code === 'EPIPE' ? 0 : 2));
  }
  const code = await run(process.argv.slice(2), createIo());
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((resolve) => void stream.write('', resolve))),
  );
  leave(code);
}

function leave(code) {
  process.off('exit', refuseEarlyEnd);
  process.exit(code);
}

/** A service that ends the process while it loads must not look like one that passed. */
function refuseEarlyEnd() {
  process.exitCode = 2;
  process.stderr.write(
    'svc ended before it finished: the service called process.exit(), or has a top-level await that never settles. Move code that connects or starts anything to onInit().\n',
  );
}

function createIo() {
  return {
    stdout: outputStream(process.stdout),
    stderr: outputStream(process.stderr),
    terminal: process.stdin.isTTY && process.stdout.isTTY ? { input: process.stdin, output: process.stdout } : null,
    readInput: () => readStream(process.stdin),
    openInput: () => process.stdin,
    env: process.env,
    cwd: process.cwd(),
    script: own,
    now: () => new Date(),
    ask,
    onStop,
    tellParent: (message) =>
      new Promise((resolve) => (process.connected ? process.send(message, () => resolve()) : resolve())),
    exit: leave,
  };
}

function outputStream(stream) {
  return {
    write: (text) => void stream.write(text),
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

async function readStream(stream) {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) text += part;
  return text;
}

function onStop(handler) {
  const onMessage = (message) => message === 'svc:stop' && handler('stop');
  const onDisconnect = () => handler('stop');
  process.on('SIGINT', handler).on('SIGTERM', handler);
  if (process.connected) process.on('message', onMessage).on('disconnect', onDisconnect);
  return () => {
    process.off('SIGINT', handler).off('SIGTERM', handler).off('message', onMessage).off('disconnect', onDisconnect);
  };
}
