import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../command/built-package.js';
import { runProgram } from '../packed/run-program.js';
import type { AdoptedApp } from './adopted-app.js';

/** Checks the types of the TypeScript in a JavaScript application, and compiles it to `dist`. */
export async function compileBeside(adopted: AdoptedApp): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'esnext.decorators'],
    module: 'preserve',
    allowJs: true,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(repository, 'node_modules/@types')],
  };
  const { app } = adopted;
  const file = join(app, 'tsconfig.json');
  writeFileSync(file, JSON.stringify({ compilerOptions, include: ['src'] }));
  await runProgram([join(repository, 'node_modules/.bin/tsc'), '-p', file], app);
  await adopted.type(
    `${join(repository, 'node_modules/.bin/esbuild')} src/*.ts --outdir=dist --format=esm --target=es2022 && echo '{"type":"module"}' > dist/package.json`,
  );
}
