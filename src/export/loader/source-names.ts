import { readFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';
import type { KeptModules } from './kept-modules.js';
import type { UnwrittenTexts } from './kept-modules.js';

/** How a module names its own location, as identifiers that `sourceNamesPlugin` declares in each file. */
export const sourceNames: Readonly<Record<string, string>> = {
  'import.meta.url': 'svckit_source_url',
  'import.meta.filename': 'svckit_source_file',
  'import.meta.dirname': 'svckit_source_folder',
  __filename: 'svckit_source_file',
  __dirname: 'svckit_source_folder',
};

const mentions = /import\.meta|__filename|__dirname/;
const loaders: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
};

/** Makes `import.meta.url`, `__dirname` and the like refer to the source file inside a bundle, and adds each file to `inputs`. */
export function sourceNamesPlugin(inputs: Set<string>, texts: UnwrittenTexts, kept?: KeptModules): Plugin {
  const shared = kept?.sharedWith(texts);
  return {
    name: 'svckit-source-names',
    setup(build) {
      build.onLoad({ filter: /\.[mc]?[jt]sx?$/, namespace: 'file' }, async ({ path }) => {
        inputs.add(path);
        const same = shared?.(path);
        if (same) return { contents: same, loader: 'js' };
        const text = texts.get(path) ?? (await readFile(path, 'utf8'));
        const named = mentions.test(text) ? declareNames(path, text) : text;
        return {
          contents: kept ? kept.record(path, named) : named,
          loader: loaders[extname(path)] ?? 'default',
        };
      });
    },
  };
}

const quoted = '"(?:[^"\\\\]|\\\\.)*"';
const declared = new RegExp(
  `^(?:"use strict";)?const svckit_source_url = ${quoted}, svckit_source_file = ${quoted}, svckit_source_folder = ${quoted};`,
);

/** How many bytes `sourceNamesPlugin` has put before the text of a first line. */
export const bytesBefore = (line: string): number => Buffer.byteLength(declared.exec(line)?.[0] ?? '');

/** On the first line, so that line numbers stay. */
function declareNames(path: string, text: string): string {
  const strict = /^\s*(['"])use strict\1/.test(text) ? '"use strict";' : '';
  const names = [
    `svckit_source_url = ${JSON.stringify(pathToFileURL(path).href)}`,
    `svckit_source_file = ${JSON.stringify(path)}`,
    `svckit_source_folder = ${JSON.stringify(dirname(path))}`,
  ];
  return `${strict}const ${names.join(', ')};${text.replace(/^#!/, '//')}`;
}
