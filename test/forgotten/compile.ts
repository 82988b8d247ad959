import { execa } from 'execa';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { repository } from '../read-imports.js';
import type { Home } from './home.js';
import type { Outcome } from './regenerate.js';

/** Every way of every outcome as a module beside the one that it is for, and what the type checker says of them all. */
export async function compileWays(
  regenerated: readonly { readonly home: Home; readonly outcomes: readonly Outcome[] }[],
): Promise<{ readonly modules: number; readonly errors: readonly string[] }> {
  const folder = join(tmpdir(), `forgotten-${process.pid}`);
  mkdirSync(folder);
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const modules = regenerated.flatMap(({ home, outcomes }, place) => {
      const copy = join(folder, String(place));
      cpSync(home.cwd, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
      const at = (file: string) => join(copy, relative(home.cwd, file));
      return outcomes.flatMap(({ texts, modules: made }, index) => {
        for (const [file, text] of Object.entries(texts)) {
          mkdirSync(dirname(at(file)), { recursive: true });
          writeFileSync(at(file), text);
        }
        return made.map(({ file, text, handler }, way) => {
          const name = at(file).replace(/\.ts$/, `.way-${index}-${way}.ts`);
          writeFileSync(name, handler === null ? text : withClass(text, handler, name));
          return name;
        });
      });
    });
    const options = {
      extends: join(repository, 'tsconfig.json'),
      compilerOptions: {
        incremental: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: {
          svckit: [join(repository, 'src/index.ts')],
          'svckit/testing': [join(repository, 'src/testing/index.ts')],
        },
        types: ['node'],
        typeRoots: [join(repository, 'node_modules/@types')],
      },
      include: [],
      files: modules,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const tsc = join(repository, 'node_modules/.bin/tsc');
    const { stdout } = await execa(tsc, ['-p', folder, '--pretty', 'false'], { cwd: folder, reject: false });
    const errors = stdout.split('\n').filter((line) => /\.way-\d+-\d+\.ts\(\d+,\d+\): error/.test(line));
    return {
      modules: modules.length,
      errors: modules.length > 0 && /error TS\d+/.test(stdout) && errors.length === 0 ? [stdout] : errors,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A module whose draft names the class of another module beside it; the changes beside the draft go on naming their own. */
function withClass(text: string, handler: string, name: string): string {
  const file = name.replace(/\.ts$/, '.handler.ts');
  writeFileSync(file, handler);
  const [, controller = '', method = ''] = /^export class (\w+) \{\n {2}(\w+)\(/m.exec(handler) ?? [];
  const called = `operation(() => ${controller}, '${method}', {`;
  // A draft is the last change of its module.
  const start = text.lastIndexOf(called);
  if (start < 0) throw new Error(`${name} lacks ${called}`);
  return `import { ${controller} as Then } from './${basename(file, '.ts')}.js';\n${text.slice(0, start)}${called.replace(controller, 'Then')}${text.slice(start + called.length)}`;
}
