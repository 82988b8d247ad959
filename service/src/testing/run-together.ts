import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program several times at once; throws the error output of any that failed. */
export async function runTogether(count: number, program: string, parameters: readonly string[]): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'ignore', 'pipe'] });
      const errors: Buffer[] = [];
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`A program ended with ${code}: ${Buffer.concat(errors).toString()}`);
    }),
  );
}
