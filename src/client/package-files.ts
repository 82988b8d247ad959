import { codeUnitOrder } from '../text/code-unit-order.js';
import type { Compiler } from './compiler.js';
import type { ClientVersion } from './describe-version.js';
import { moduleOf } from './module-name.js';
import { type ClientFile, fileMark } from './render-client.js';
import { MissingToolError } from './toolchain.js';

/** Turns the modules of a client into a package: JavaScript, declarations, and a package.json with a subpath per version. */
export function packageFiles(
  name: string,
  files: readonly ClientFile[],
  versions: readonly ClientVersion[],
  compiler: Compiler,
): readonly ClientFile[] {
  const { transpileModule, transpileDeclaration } = compiler;
  if (!transpileDeclaration)
    throw new MissingToolError(
      `--package needs TypeScript 5.5 or later, and TypeScript ${compiler.version} was found.`,
    );
  const compilerOptions = {
    module: compiler.ModuleKind.ESNext,
    target: compiler.ScriptTarget.ES2022,
    verbatimModuleSyntax: true,
  };
  const typed = new Set(['calls', 'common', 'shared', ...versions.filter(hasPreviews).map(moduleOf)]);
  const compiled = files.flatMap(({ path, text }): readonly ClientFile[] => {
    const module = path.replace(/\.ts$/, '');
    const options = { compilerOptions, fileName: path };
    const marked = (output: string) => (output.startsWith(fileMark) ? output : `${text.split('\n')[0]}\n${output}`);
    const types = { path: `${module}.d.ts`, text: marked(transpileDeclaration(text, options).outputText) };
    return typed.has(module)
      ? [types]
      : [{ path: `${module}.js`, text: marked(transpileModule(text, options).outputText) }, types];
  });
  return [...compiled, { path: 'package.json', text: writeManifest(name, versions) }].sort((a, b) =>
    codeUnitOrder(a.path, b.path),
  );
}

const hasPreviews = ({ previews }: ClientVersion) => previews.length > 0;

function writeManifest(name: string, versions: readonly ClientVersion[]): string {
  const subpaths = versions.map((version) => {
    const module = moduleOf(version);
    const types = `./${module}.d.ts`;
    return [
      module === 'index' ? '.' : `./${module}`,
      hasPreviews(version) ? { types } : { types, default: `./${module}.js` },
    ];
  });
  const manifest = {
    '//': 'Written by svc client. Do not edit.',
    name,
    version: versions.at(-1)!.release,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(subpaths),
    files: ['*.js', '*.d.ts'],
    peerDependencies: { 'openapi-fetch': '>=0.17.0 <1' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
