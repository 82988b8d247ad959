import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { SourceFile } from '../compiler.js';
import { describeVersion } from '../describe-version.js';
import type { Toolchain } from '../toolchain.js';
import type { Program, ScanCompiler, SyntaxNode } from './checker.js';
import { chooseClients, type FoundClient, ScanError, unusedClients } from './find-clients.js';
import { keepNames, pairTypes } from './keep-names.js';
import { type MovedOperation, pairOperations, type Versions } from './list-differences.js';
import { type ConsumerProject, handwrittenFiles, openProject } from './open-project.js';
import { type ClientCall, callReader } from './read-calls.js';
import { type CodeReader, codeReader } from './read-code.js';
import { compareWithDisk, type Replacement, replaceClients, sameFile } from './replace-clients.js';
import { originTracer } from './trace-origin.js';

export interface CodeInput extends Pick<Replacement, 'runtime' | 'suffixOf'> {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly base: ContractLock;
  readonly revision: ContractLock;
  /** The project of the folder, where it is open already. */
  readonly project?: ConsumerProject;
  /** A file as people know it. */
  readonly nameFile: (file: string) => string;
}

/** A consumer's code, compiled with the client of the base and with that of the revision. */
export interface ConsumerCode {
  readonly compiler: ScanCompiler;
  readonly project: ConsumerProject;
  /** The modules of the base's client. */
  readonly clients: readonly FoundClient[];
  readonly program: Program;
  readonly after: Program;
  /** Those of the folder. */
  readonly files: readonly SourceFile[];
  readonly reader: CodeReader;
  /** Where the folder imports the client of the base. */
  readonly imports: readonly SyntaxNode[];
  readonly calls: readonly ClientCall[];
  /** The call that a node is; the one whose arguments hold it; the one that its value comes from. */
  readonly callAt: ReadonlyMap<SyntaxNode, ClientCall>;
  readonly enclosing: (node: SyntaxNode) => ClientCall | null;
  readonly originOf: (node: SyntaxNode) => ClientCall | null;
  readonly versions: Versions;
  readonly operations: ReadonlyMap<string, MovedOperation>;
  /** What types of the base are called in the revision. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The modules of the base's client that have other types on disk. */
  readonly stale: readonly string[];
}

/** Compiles the code of a folder with both clients. Throws a ScanError for a folder that has nothing to scan. */
export async function openCode(input: CodeInput, toolchain: Toolchain): Promise<ConsumerCode> {
  const { base, revision, nameFile } = input;
  const compiler = toolchain.compiler as ScanCompiler;
  const project = input.project ?? openProject(input.folder, compiler);
  const found = project.compile();
  if (handwrittenFiles(found, project).folder.length === 0)
    throw new ScanError('no TypeScript files, beside those that svc client wrote.');
  const clients = chooseClients(found.getSourceFiles(), base, nameFile);
  const versions = {
    locks: [base, revision],
    base: describeVersion(base),
    revision: describeVersion(revision),
  } as const;
  const operations = pairOperations(versions);
  const aliases = pairTypes(operations.values(), versions.base, versions.revision);
  const adapt = (text: string) => keepNames(text, aliases, operations);
  const before = await replaceClients(clients, versions.base, input, toolchain);
  const replaced = await replaceClients(clients, versions.revision, { ...input, adapt }, toolchain);
  const comparisons = clients.flatMap((client) => [...compareWithDisk(client, base, input.suffixOf(client.file))]);
  const program = project.compile(new Map([...before, ...comparisons]));
  const isBase = (file: string) => clients.some((one) => one.file === file);
  const reader = codeReader(compiler, program.getTypeChecker(), isBase);
  const { folder: files, project: all } = handwrittenFiles(program, project);
  if (all.flatMap(reader.readImports).length === 0) throw unusedClients(clients, nameFile);
  const { calls } = callReader(compiler, program.getTypeChecker(), isBase)(files);
  const callAt = new Map(calls.map((call) => [call.call, call]));
  const trace = originTracer(compiler, program.getTypeChecker(), (node) => callAt.has(node));
  return {
    compiler,
    project,
    clients,
    program,
    after: project.compile(replaced),
    files,
    reader,
    imports: files.flatMap(reader.readImports),
    calls,
    callAt,
    enclosing: (node) => enclosingCall(node, callAt),
    originOf: (node) => callAt.get(trace(node)!) ?? null,
    versions,
    operations,
    aliases,
    stale: clients.flatMap(({ file }) => (hasErrors(program, sameFile(file)) ? [file] : [])),
  };
}

function hasErrors(program: Program, name: string): boolean {
  const file = program.getSourceFile(name);
  return file !== undefined && program.getSemanticDiagnostics(file).length > 0;
}

function enclosingCall(node: SyntaxNode, calls: ReadonlyMap<SyntaxNode, ClientCall>): ClientCall | null {
  for (let current: SyntaxNode | undefined = node; current; current = current.parent) {
    const call = calls.get(current);
    if (call) return call;
  }
  return null;
}
