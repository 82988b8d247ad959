import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportLine, packageName, readImports, repository } from './read-imports.js';

const packages = [
  ['svckit', 'package.json', ['src', 'bin']],
  ['@svckit/service', 'service/package.json', ['service/src']],
  ['@svckit/stores', 'stores/package.json', ['stores/src']],
] as const;

const root = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  readonly peerDependenciesMeta: Readonly<Record<string, object>>;
};
const optionalPeers = Object.keys(root.peerDependenciesMeta);

const { bundled } = (await import(new URL('../esbuild.config.mjs', import.meta.url).href)) as {
  readonly bundled: readonly string[];
};

/** The package behind an import; null for files, for Node's own modules, and for the package itself. */
function packageOf({ target }: ImportLine, self: string): string | null {
  const name = packageName(target);
  const isOwn = name === self || /^(?:src|service|stores|bin|dist|scripts)\//.test(target);
  return isOwn || name.startsWith('node:') || builtinModules.includes(name) ? null : name;
}

describe.each(packages)('%s', (name, manifestFile, folders) => {
  const manifest = JSON.parse(readFileSync(join(repository, manifestFile), 'utf8')) as Readonly<
    Record<'dependencies' | 'peerDependencies', Readonly<Record<string, string>>>
  >;
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const imports = folders.flatMap((folder) => readImports(folder));
  const packageNames = (lines: readonly ImportLine[]) =>
    new Set(lines.map((line) => packageOf(line, name)).filter((found) => found !== null));

  it('declares every package that its code loads', () => {
    const loaded = packageNames(imports.filter(({ isType }) => !isType));
    const present = [...declared, ...(name === 'svckit' ? [...bundled, 'esbuild'] : [])];
    expect([...loaded].filter((found) => !present.includes(found))).toEqual([]);
  });

  it('declares no package that its code, or svckit for it, does not use', () => {
    const used = new Set([...packageNames(imports), ...optionalPeers]);
    expect(Object.keys(manifest.dependencies).filter((found) => !used.has(found.replace(/^@types\//, '')))).toEqual([]);
  });
});
