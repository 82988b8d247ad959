import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../read-imports.js';

const source = `
import { Controller, Get } from 'svckit';
import { z } from 'zod';
const one = { response: { 200: z.object({ greeting: z.string() }) } } as const;
@Controller('hello')
export class HelloController {
  @Get('', one)
  one() {
    return { greeting: 3 };
  }
}
`;

it('a handler that returns the wrong value is an error that leads with both types, written out', () => {
  const cache = join(repository, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'handler-error-'));
  try {
    writeFileSync(join(folder, 'hello.ts'), source);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(repository, 'tsconfig.json'),
        compilerOptions: {
          paths: {
            svckit: [join(repository, 'src/index.ts')],
            'svckit/export': [join(repository, 'src/export/index.ts')],
          },
        },
        include: ['hello.ts'],
        exclude: [],
      }),
    );
    const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: folder, encoding: 'utf8' });
    expect(stdout.split('\n')[1]?.trim()).toBe(
      "Argument of type '() => { greeting: number; }' is not assignable to parameter of type " +
        "'(input: never) => Answer<NoInfer<{ greeting: string; }>>'.",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('experimental decorators check handlers against their schemas', () => {
  const file = join(repository, 'src/routing/declare', `tsconfig.experimental-${process.pid}.json`);
  const compilerOptions = { experimentalDecorators: true };
  writeFileSync(
    file,
    JSON.stringify({ extends: '../../../tsconfig.json', compilerOptions, include: ['handler-types.test.ts'] }),
  );
  try {
    const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(spawnSync(process.execPath, [compiler, '-p', file], { encoding: 'utf8' }).stdout).toBe('');
  } finally {
    rmSync(file);
  }
});
