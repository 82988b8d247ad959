import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import type { UnwrittenTexts } from './kept-modules.js';

const sources: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts', '.jsx': '.tsx' };
const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/** Finds files that are not on the disk yet, as TypeScript finds those that are. */
export function unwrittenTextsPlugin(texts: UnwrittenTexts): Plugin {
  return {
    name: 'svckit-unwritten-texts',
    setup(build) {
      build.onResolve({ filter: /^(?:\.|\/|[A-Za-z]:[\\/])/ }, ({ path, resolveDir }) => {
        const named = resolve(resolveDir, path);
        const source = named.replace(/\.[cm]?jsx?$/, (ending) => sources[ending] ?? ending);
        const found = [named, source, ...endings.map((ending) => named + ending)].find((one) => texts.has(one));
        return found !== undefined && !existsSync(found) ? { path: found } : null;
      });
    },
  };
}
