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

/** Loads TypeScript 5.5 or later with the compiler API, which `typescript-5` has beside TypeScript 7. Throws a MissingToolError. */
export function loadScanCompiler(folder: string): Compiler {
  const own = load<Compiler>('typescript', folder, 'npm install --save-dev typescript@5');
  const [major = 0, minor = 0] = own.version.split('.').map(Number);
  if (major === 6 || (major === 5 && minor >= 5)) return own;
  if (major < 6)
    throw new MissingToolError(
      `${folder} has TypeScript ${own.version}, and svc reads code with TypeScript 5.5 or later. Run: npm install --save-dev typescript@5`,
    );
  return load<Compiler>('typescript-5', folder, 'npm i -D typescript-5@npm:typescript@5.9');
}

function load<Module>(name: string, folder: string, command = install): Module {
  const require = createRequire(join(folder, 'package.json'));
  try {
    return require(name) as Module;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new MissingToolError(`${name} is not installed for ${folder}. Run: ${command}`);
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
