import type { CompilerOptions, SourceFile } from '../compiler.js';
import type { CompilerHost, Program, Project, ScanCompiler } from './checker.js';
import { isWritten } from './find-clients.js';

/** The code of a consumer: how its project compiles it, and the files of the folder to scan. */
export interface ConsumerProject {
  readonly options: CompilerOptions;
  readonly rootNames: readonly string[];
  /** Whether a file belongs to the folder. */
  readonly isInside: (file: string) => boolean;
  /** Compiles it with some files replaced, by their paths. */
  compile(replaced?: ReadonlyMap<string, string>): Program;
}

/** What a folder without a tsconfig.json is compiled with. */
const fallback = ({ ScriptTarget, ModuleKind, ModuleResolutionKind, JsxEmit }: ScanCompiler): CompilerOptions => ({
  target: ScriptTarget.ESNext,
  module: ModuleKind.ESNext,
  moduleResolution: ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  jsx: JsxEmit.Preserve,
  strict: true,
});

/** Opens the project that a folder belongs to; the path is absolute, with `/`. */
export function openProject(folder: string, compiler: ScanCompiler): ConsumerProject {
  const prefix = `${folder.replace(/\/+$/, '')}/`;
  const isInside = (file: string) => file.startsWith(prefix) && !file.includes('/node_modules/');
  const project = findProject(folder, isInside, compiler);
  const allowed = project?.options['allowJs'] ? ['.js', '.jsx', '.mjs', '.cjs'] : [];
  const found = compiler.sys.readDirectory(
    folder,
    ['.ts', '.tsx', '.mts', '.cts', ...allowed],
    ['**/node_modules'],
    ['**/*'],
  );
  const options = {
    ...(project?.options ?? fallback(compiler)),
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    tsBuildInfoFile: undefined,
  };
  const rootNames = [...new Set([...(project?.fileNames ?? []), ...found])];
  const host = compiler.createCompilerHost(options, true);
  const parsed = new Map<string, SourceFile | undefined>();
  let oldProgram: Program | undefined;
  return {
    options,
    rootNames,
    isInside,
    compile: (replaced = new Map()) => {
      const own = replacingHost(host, replaced, parsed, compiler);
      const names = [...new Set([...rootNames, ...replaced.keys()])];
      oldProgram = compiler.createProgram({ rootNames: names, options, host: own, ...(oldProgram && { oldProgram }) });
      return oldProgram;
    },
  };
}

/** The files that people wrote, in the folder and in all of the project. */
export function handwrittenFiles(program: Program, { isInside }: ConsumerProject) {
  const project = program
    .getSourceFiles()
    .filter((file) => !isWritten(file) && !/\.d\.[cm]?ts$|\/node_modules\//.test(file.fileName));
  return { project, folder: project.filter(({ fileName }) => isInside(fileName)) };
}

/** The project of the nearest tsconfig.json, or the one that it refers to that has the files of the folder. */
function findProject(folder: string, isInside: (file: string) => boolean, compiler: ScanCompiler): Project | undefined {
  const { sys } = compiler;
  const host = { ...sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const read = (file: string) => compiler.getParsedCommandLineOfConfigFile(file, {}, host);
  const file = compiler.findConfigFile(folder, sys.fileExists);
  const project = file === undefined ? undefined : read(file);
  if (!project?.projectReferences || project.fileNames.some(isInside)) return project;
  const referred = project.projectReferences.map((reference) => read(compiler.resolveProjectReferencePath(reference)));
  return referred.find((one) => one?.fileNames.some(isInside)) ?? project;
}

/** A host that reads some files from memory and every other one once. */
function replacingHost(
  host: CompilerHost,
  replaced: ReadonlyMap<string, string>,
  parsed: Map<string, SourceFile | undefined>,
  compiler: ScanCompiler,
): CompilerHost {
  return {
    ...host,
    fileExists: (name) => replaced.has(name) || host.fileExists(name),
    readFile: (name) => replaced.get(name) ?? host.readFile(name),
    getSourceFile: (name, ...rest) => {
      const text = replaced.get(name);
      if (text !== undefined) return compiler.createSourceFile(name, text, rest[0] as number, true);
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, ...rest));
      return parsed.get(name);
    },
  };
}
