import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '..');

export interface ImportLine {
  /** `src/server/app.ts`. */
  readonly file: string;
  /** A file of the repository as `src/routing/route.ts`, or a package's name. */
  readonly target: string;
  /** `import type` and `export type`: gone when the code runs. */
  readonly isType: boolean;
}

const statement =
  /^(?:import|export)\b[^'\n]*\bfrom '([^'\n]+)'|^import '([^'\n]+)'|\bimport\(\s*'([^']+)'\s*\)|^\}\s*from\s+'([^'\n]+)'/gm;

/** Every import of the modules below a folder, tests left out. */
export function readImports(folder: string): readonly ImportLine[] {
  const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]s$/.test(name) && !isTest(name))
    .map((name) => join(folder, name));
  return files.flatMap((file) =>
    [...readFileSync(join(repository, file), 'utf8').matchAll(statement)].map((match) => {
      const specifier = match.slice(1).find((part) => part !== undefined)!;
      return { file, target: targetOf(file, specifier), isType: /^(?:import|export) type\b/.test(match[0]) };
    }),
  );
}

/** Tests, shared suites, and `testing` folders. */
export const isTest = (name: string) => /\.test\.m?ts$|\.suite\.ts$|(?:^|\/)testing\//.test(name);

function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(repository, resolve(repository, dirname(file), specifier)).replace(/\.js$/, '.ts');
}

/** `zod` for `zod/v4`, `@scope/name` for `@scope/name/deep`. */
export function packageName(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
