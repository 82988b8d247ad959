import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a program once per list of parameters, lets them transfer one after the other, and kills each with SIGKILL between the two entries. */
export async function killBetweenLegs(program: string, runs: readonly (readonly string[])[]): Promise<void> {
  const started: Child[] = [];
  for (const [index] of runs.entries()) {
    // The next two start meanwhile.
    for (const parameters of runs.slice(index + started.length, index + 3)) {
      started.push(spawn(process.execPath, [program, ...parameters], { stdio: ['pipe', 'pipe', 'pipe'] }));
    }
    await letTransferAndKill(started.shift()!);
  }
}

async function letTransferAndKill(child: Child): Promise<void> {
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdout.once('data', () => child.kill('SIGKILL'));
  child.stdin.on('error', (error) => errors.push(Buffer.from(String(error))));
  child.stdin.write('go\n');
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL')
    throw new Error(`The program ended before it was killed: ${Buffer.concat(errors).toString()}`);
}
