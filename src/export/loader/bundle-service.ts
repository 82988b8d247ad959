import { randomUUID } from 'node:crypto';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { building } from './bundler.js';
import { findUpwards } from './find-upwards.js';
import type { HostEntries, LateEntries } from './host-entries.js';
import { hostEntriesPlugin, hostNamespace } from './host-entries.js';
import { resolveImportsPlugin } from './resolve-imports.js';
import type { ImportGraph, KeptModules, UnwrittenTexts } from './kept-modules.js';
import type { RunFolder } from './run-folder.js';
import { sourceNames, sourceNamesPlugin } from './source-names.js';
import { unwrittenTextsPlugin } from './unwritten-texts.js';

export interface Bundle {
  /** Where to write and run it: its imports work only there. */
  readonly file: string;
  readonly code: string;
  /** A source map in JSON, with sources relative to `file`. */
  readonly map: string;
  readonly imports: ImportGraph;
}

/** Bundles everything that an entry imports outside node_modules, and adds each source file to `inputs`. Rejects with esbuild's BuildFailure. */
export async function bundleService(
  entry: string,
  folder: RunFolder,
  { entries, late }: { readonly entries: HostEntries; readonly late: LateEntries },
  inputs: Set<string>,
  texts: UnwrittenTexts,
  kept?: KeptModules,
): Promise<Bundle> {
  const { build } = await import('esbuild');
  const name = `${basename(entry, extname(entry)).replaceAll(/[^\w.-]/g, '-')}-${randomUUID()}`;
  const file = join(folder.path, `${name}.mjs`);
  const tsconfig = findUpwards(dirname(entry), 'tsconfig.json');
  if (tsconfig) inputs.add(tsconfig);
  const { outputFiles, metafile } = await building(() =>
    build({
      entryPoints: [entry],
      outfile: file,
      absWorkingDir: dirname(entry),
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      keepNames: true,
      sourcemap: 'external',
      sourcesContent: false,
      legalComments: 'none',
      logLevel: 'silent',
      conditions: ['module-sync', 'node-addons'],
      define: { ...sourceNames },
      plugins: [
        hostEntriesPlugin(entries, late),
        unwrittenTextsPlugin(texts),
        resolveImportsPlugin(folder.path),
        sourceNamesPlugin(inputs, texts, kept),
      ],
      ...(tsconfig && { tsconfig }),
    }),
  );
  const imports = importsIn(metafile, dirname(entry));
  for (const input of [...imports.keys(), ...(kept?.files ?? [])]) inputs.add(input);
  const [map, code] = outputFiles;
  return { file, code: bindRequire(code!.text, entry), map: map!.text, imports };
}

const importsIn = ({ inputs }: Metafile, folder: string): ImportGraph =>
  new Map(
    Object.entries(inputs)
      .filter(([input]) => !input.startsWith(`${hostNamespace}:`))
      .map(([input, { imports }]) => [resolve(folder, input), imports.map(({ path }) => resolve(folder, path))]),
  );

/** Defines the `require` that esbuild's `__require` calls; on the first line, so that line numbers stay. */
function bindRequire(code: string, entry: string): string {
  if (!code.includes('__require')) return code;
  const require = `svckit_create_require(${JSON.stringify(pathToFileURL(entry).href)})`;
  return `import { createRequire as svckit_create_require } from 'node:module'; const require = ${require}; ${code}`;
}
