import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CompilerOptions, SourceFile } from '../../src/client/compiler.js';
import type { CompilerHost, ScanCompiler } from '../../src/client/scan/checker.js';
import { tools } from './consumer-folder.js';

interface WholeProgram {
  emit(): { readonly diagnostics: readonly unknown[] };
  getInstantiationCount(): number;
}

/** What tsc itself does with a project. */
interface WholeCompiler extends ScanCompiler {
  parseCommandLine(words: readonly string[]): { readonly options: CompilerOptions };
  getPreEmitDiagnostics(program: unknown): readonly unknown[];
  sortAndDeduplicateDiagnostics(diagnostics: readonly unknown[]): readonly unknown[];
  formatDiagnostics(diagnostics: readonly unknown[], host: object): string;
}

const require = createRequire(join(tools, 'package.json'));

/** The TypeScript of tools/. */
const plain = require('typescript') as WholeCompiler;

/** The files of libraries that were read, by the options that they were read with: each is read once, not once for each project. */
const libraries = new Map<string, Map<string, SourceFile | undefined>>();

/** What changes how a file of a library is read. */
const reading = ['target', 'module', 'moduleResolution', 'moduleDetection', 'strict', 'alwaysStrict', 'jsx', 'allowJs'];

function createCompilerHost(options: CompilerOptions): CompilerHost {
  const key = JSON.stringify(reading.map((name) => options[name]));
  const known = libraries.get(key) ?? new Map<string, SourceFile | undefined>();
  libraries.set(key, known);
  const host = plain.createCompilerHost(options, true);
  return {
    ...host,
    getSourceFile(name, ...rest) {
      if (!name.includes('/node_modules/')) return host.getSourceFile(name, ...rest);
      if (!known.has(name)) known.set(name, host.getSourceFile(name, ...rest));
      return known.get(name);
    },
  };
}

/** The same, which reads each library once. */
export const compiler: WholeCompiler = { ...plain, createCompilerHost };

// svc finds it too, where it reads the code of a consumer.
require.cache[require.resolve('typescript')]!.exports = compiler;

/** What the consumer's tsc reports; empty if everything compiles. */
export function compile(folder: string, ...words: readonly string[]): string {
  return check(folder, words).errors;
}

/** The same, which reads the declarations of packages too, but not those of TypeScript itself. */
export function compileWithDeclarations(folder: string): string {
  return compile(folder, '--skipLibCheck', 'false', '--skipDefaultLibCheck', 'true');
}

/** What the consumer's tsc does with a project, and how many types it makes of generic ones. */
export function check(
  folder: string,
  words: readonly string[] = [],
): { readonly errors: string; readonly instantiations: number } {
  const project = compiler.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    compiler.parseCommandLine(words).options,
    {
      ...compiler.sys,
      getCurrentDirectory: () => folder,
      onUnRecoverableConfigFileDiagnostic: (found: { readonly messageText: unknown }) => {
        throw new Error(compiler.flattenDiagnosticMessageText(found.messageText, ' '));
      },
    },
  )!;
  const host = createCompilerHost(project.options);
  const program = compiler.createProgram({
    rootNames: project.fileNames,
    options: project.options,
    host,
  }) as unknown as WholeProgram;
  const found = compiler.getPreEmitDiagnostics(program);
  const emitted = program.emit();
  const errors = compiler.formatDiagnostics(
    compiler.sortAndDeduplicateDiagnostics([...found, ...emitted.diagnostics]),
    {
      getCurrentDirectory: () => folder,
      getCanonicalFileName: (name: string) => name,
      getNewLine: () => '\n',
    },
  );
  return { errors, instantiations: program.getInstantiationCount() };
}
