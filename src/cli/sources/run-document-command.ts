import { CommandFailure } from '../command-failure.js';

const timeLimit = 60_000;
const shownLines = 10;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a command in a folder and resolves to what it prints on standard output. It and everything that it started are ended when it is done,
 * or after a minute. Throws a CommandFailure with its exit code and the end of its standard error.
 */
export async function runDocumentCommand(
  command: string,
  folder: string,
  { milliseconds = timeLimit }: { readonly milliseconds?: number } = {},
): Promise<string> {
  const { execa } = await import('execa');
  const child = execa({
    shell: true,
    cwd: folder,
    detached: process.platform !== 'win32',
    reject: false,
    stdin: 'ignore',
    maxBuffer: 1 << 28,
    stripFinalNewline: false,
  })`${command}`;
  let isLate = false;
  const endGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      child.kill('SIGKILL');
    }
  };
  /** The group of the command does not get the signals of this process. */
  const passOn = (signal: NodeJS.Signals) => {
    endGroup();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.once(signal, passOn);
  const timer = setTimeout(() => {
    isLate = true;
    endGroup();
  }, milliseconds);
  try {
    const { exitCode, signal, stdout, stderr, shortMessage } = await child;
    if (isLate)
      throw new CommandFailure(
        `The command ${quote(command)} printed no document within ${milliseconds / 1000} seconds.${tailOf(stderr)}`,
      );
    if (exitCode !== 0)
      throw new CommandFailure(
        `The command ${quote(command)} ${exitCode === undefined ? (signal ? `was ended by ${signal}` : `failed: ${shortMessage}`) : `exited with ${exitCode}`}.${tailOf(stderr)}`,
      );
    if (stdout.trim() === '')
      throw new CommandFailure(
        `The command ${quote(command)} printed nothing on standard output. Make it print one OpenAPI document, in YAML or JSON.${tailOf(stderr)}`,
      );
    return stdout;
  } finally {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, passOn);
    endGroup();
  }
}

const quote = (text: string) => JSON.stringify(text);

function tailOf(stderr: string): string {
  const lines = stderr.trimEnd().split('\n');
  if (lines.join('') === '') return '';
  const shown = lines.slice(-shownLines);
  return `\nIts standard error${lines.length > shown.length ? ' ends with' : ''}:\n${shown.map((line) => `  ${line}`).join('\n')}`;
}
