import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram, shellEnvironment } from '../packed/run-program.js';
import { moduleOf } from './compile-blocks.js';
import { type Environment, PageShell } from './page-shell.js';
import { type Block, readPage } from './read-page.js';

export interface RunOptions {
  readonly workFolder: string;
  readonly command: string;
  readonly environment?: Environment;
}

/** A command of a page, with what the page says it prints and what it printed. */
export interface Shown {
  readonly place: string;
  readonly said: string;
  readonly printed: string;
}

/**
 * Follows a page: writes its files as it shows them, and runs the commands of its `console` blocks, with the service started anew by
 * `svc serve` whenever its files have changed.
 */
export async function runPage(
  page: string,
  { workFolder, command, environment = {} }: RunOptions,
): Promise<readonly Shown[]> {
  const folder = join(workFolder, page.replaceAll(/\W/g, '-'));
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(workFolder, 'node_modules'), join(folder, 'node_modules'));
  write(join(folder, 'package.json'), '{ "name": "example", "version": "1.0.0", "type": "module" }\n');
  write(join(folder, '.gitignore'), 'node_modules\n.programs\n');
  await runProgram(['git', 'init', '-q', '-b', 'main'], folder);
  const shell = new PageShell(folder, command, environment);
  const blocks = readPage(page);
  const shown: Shown[] = [];
  const writeBlock = (block: Block) =>
    write(join(folder, block.file!), block.language === 'ts' ? moduleOf(block, blocks) : block.text);
  // A page may show a file after the one that imports it.
  for (const block of blocks.toReversed())
    if (block.file !== null && block.language === 'ts' && block.mark !== 'fragment') writeBlock(block);
  let server: Server | null = null;
  try {
    for (const block of blocks) {
      if (block.file !== null && block.mark !== 'fragment') {
        writeBlock(block);
        server = await stop(server);
      }
      const isRunning = blocks.some((other) => isProgram(other) && other.line < block.line);
      if (block.language !== 'console' || !isRunning) continue;
      for (const [line, said] of commandsOf(block)) {
        if (line.includes('localhost:3000')) server ??= await serve(folder, command, environment);
        const address = `localhost:${server?.port}`;
        const printed = await shell.run(line.replaceAll('localhost:3000', address));
        shown.push({
          place: `${page}:${block.line}`,
          said: `$ ${line}\n${said}`,
          printed: `$ ${line}\n${printed.replaceAll(address, 'localhost:3000').trimEnd()}\n`,
        });
      }
    }
    return shown;
  } finally {
    await stop(server);
    shell.close();
  }
}

/** Whether a block makes the commands after it run: it is a service, or a program without one. */
export const isProgram = ({ file }: Block) => file === 'svc.config.ts' || file?.endsWith('.mjs') === true;

/** A line of a page that is `…` stands for any number of lines, and `…` elsewhere for anything in a line; an indented line after it goes on. */
export const matching = (text: string) =>
  new RegExp(
    `^${text
      .trimEnd()
      .replaceAll(/(?<=[^\n])…\n +/g, '…')
      .split(/^…(?:\n|$)/m)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '.*'))
      .join('(?:[\\s\\S]*\\n)?')}\\n*$`,
  );

/** Each command of a block, with what the page says that it prints; a line that ends with a backslash goes on. */
const commandsOf = ({ text }: Block) =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = ''] = /^(?:.*\\\n)*.*/.exec(part) ?? [];
      return [line, part.slice(line.length + 1)] as const;
    });

interface Server {
  readonly port: string;
  readonly process: ChildProcess;
}

async function serve(folder: string, command: string, environment: Environment): Promise<Server> {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0'], {
    cwd: folder,
    env: { ...shellEnvironment(), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => void (output += text));
  for (;;) {
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? [];
    if (port !== undefined) return { port, process: child };
    if (child.exitCode !== null) throw new Error(`svc serve ended:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function stop(server: Server | null): Promise<null> {
  if (server !== null && server.process.exitCode === null) {
    const ended = new Promise((resolve) => server.process.once('exit', resolve));
    server.process.kill();
    await ended;
  }
  return null;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
