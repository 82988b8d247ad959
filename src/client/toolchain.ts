import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonObject } from '../json/json.js';
import type { Compiler } from './compiler.js';

/** The consumer's own TypeScript and openapi-typescript. */
export interface Toolchain {
  readonly compiler: Compiler;
  /** Writes the types of an OpenAPI document. */
  writeTypes(document: JsonObject): Promise<string>;
}

/** Says which package is missing, and how to install what is needed. */
export class MissingToolError extends Error {
  override readonly name = 'MissingToolError';
}

interface TypeWriter {
  readonly default: (document: JsonObject, options: object) => Promise<unknown>;
  readonly astToString: (syntax: unknown) => string;
}

const install = 'npm install --save-dev openapi-typescript typescript@5';

/** Loads both from the project that a folder belongs to. Throws a MissingToolError. */
export function loadToolchain(folder: string): Toolchain {
  const compiler = loadCompiler(folder);
  const writer = load<TypeWriter>('openapi-typescript', folder);
  const options = {
    silent: true,
    defaultNonNullable: false,
    // A schema may be named Blob too.
    transform: ({ format }: { readonly format?: string }) =>
      format === 'binary' ? compiler.factory.createTypeReferenceNode('globalThis.Blob') : undefined,
  };
  return {
    compiler,
    writeTypes: async (document) => writer.astToString(await writer.default(structuredClone(document), options)),
  };
}

/** Loads TypeScript 5 or 6 from the project that a folder belongs to. Throws a MissingToolError. */
export function loadCompiler(folder: string): Compiler {
  const found = load<Compiler>('typescript', folder);
  if (/^[56]\./.test(found.version)) return found;
  throw new MissingToolError(
    `${folder} has TypeScript ${found.version}, and svc needs the compiler API of TypeScript 5 or 6. Run: ${install}`,
  );
}

function load<Module>(name: string, folder: string): Module {
  const require = createRequire(join(folder, 'package.json'));
  try {
    return require(name) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new MissingToolError(`${name} is not installed for ${folder}. Run: ${install}`);
  }
}

/** What relative imports of a folder end with, by the tsconfig.json around it: `.ts`, nothing for bundlers, or `.js`. */
export function importSuffix(folder: string, compiler: Compiler): string {
  const { sys, ModuleKind, ModuleResolutionKind } = compiler;
  const file = compiler.findConfigFile(folder, sys.fileExists);
  const host = { ...sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const options = file === undefined ? {} : (compiler.getParsedCommandLineOfConfigFile(file, {}, host)?.options ?? {});
  if (options['allowImportingTsExtensions'] || options['rewriteRelativeImportExtensions']) return '.ts';
  const isBundled =
    options['moduleResolution'] === ModuleResolutionKind.Bundler ||
    (options['moduleResolution'] === undefined && file !== undefined && options['module'] === ModuleKind.Preserve);
  return isBundled ? '' : '.js';
}
