import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';
import { findUpwards } from './find-upwards.js';

const asked = Symbol('asked');

/**
 * Leaves packages to Node and bundles the service's own files, including workspace packages: everything outside node_modules.
 * A package that Node would resolve differently from `runFolder`, where the bundle runs, is imported by its file.
 */
export function resolveImportsPlugin(runFolder: string): Plugin {
  return {
    name: 'svckit-resolve-imports',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async (args) => {
        if (args.pluginData === asked || args.kind === 'entry-point' || /^[A-Za-z]:[\\/]/.test(args.path)) return null;
        if (isBuiltin(args.path) || /^(?:node|data|https?|file):/.test(args.path))
          return { path: args.path, external: true };
        return resolvePackage(build, args, runFolder);
      });
    },
  };
}

async function resolvePackage(
  build: PluginBuild,
  args: OnResolveArgs,
  runFolder: string,
): Promise<OnResolveResult | null> {
  const { path, importer, kind, namespace, resolveDir } = args;
  const found = await build.resolve(path, { importer, kind, namespace, resolveDir, pluginData: asked });
  if (found.errors.length > 0) return null;
  if (found.external) return { path, external: true };
  if (!isInstalled(found.path)) return { path: found.path, namespace: found.namespace, sideEffects: found.sideEffects };
  if (kind === 'require-call' || kind === 'require-resolve')
    return { path: requiredFile(path, importer) ?? found.path, external: true };
  const home = packageHome(path, resolveDir);
  const isSame = home !== null && home === packageHome(path, runFolder);
  return { path: isSame ? path : pathToFileURL(found.path).href, external: true };
}

const isInstalled = (path: string) => /[\\/]node_modules[\\/]/.test(path);

function requiredFile(name: string, importer: string): string | null {
  try {
    return createRequire(importer).resolve(name);
  } catch {
    return null;
  }
}

/** The folder of a package as Node resolves it from `folder`; null if it is not installed. */
function packageHome(specifier: string, folder: string): string | null {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return findUpwards(folder, join('node_modules', name));
}
