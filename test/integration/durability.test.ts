import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildProgram } from '../../service/src/testing/build-test-program.js';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';

const writes = 50;

/** How often a program that makes fifty transfers, one after the other, asks the kernel to put a file on the disk. */
async function countSyncs(durability: string): Promise<number> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const source = JSON.stringify(join(import.meta.dirname, '../../service/src/testing/durable-writer.ts'));
  const program = await buildProgram(`export * from ${source};`);
  const trace = join(folder.path, 'trace');
  const strace = ['-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', trace];
  const traced = spawn('strace', [...strace, process.execPath, program, folder.path, durability, String(writes)], {
    stdio: 'inherit',
  });
  expect(await once(traced, 'exit')).toEqual([0, null]);
  const lines = (await readFile(trace, 'utf8')).split('\n');
  return lines.filter((line) => /\bf(?:data)?sync\(/.test(line)).length;
}

it('every transfer on SQLite is on the disk before it is acknowledged, unless normal durability is chosen', async () => {
  expect(await countSyncs('full')).toBeGreaterThanOrEqual(writes);
  expect(await countSyncs('normal')).toBeLessThan(writes);
});
