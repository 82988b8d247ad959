import type { SourceFile } from '../compiler.js';
import type { Checker, Program, ScanCompiler } from '../scan/checker.js';
import { type FoundClient, isWritten, ScanError, unusedClients } from '../scan/find-clients.js';
import { handwrittenFiles, openProject } from '../scan/open-project.js';
import { callReader, type ClientUse } from '../scan/read-calls.js';
import { type CodeReader, codeReader } from '../scan/read-code.js';
import { chooseClient, type WantedClient } from './choose-client.js';
import { type ConsumerApi, openConsumerApi } from './consumer-api.js';

/** A consumer's code, compiled with its client as it is. */
export interface Consumer extends ClientUse {
  readonly compiler: ScanCompiler;
  readonly program: Program;
  readonly checker: Checker;
  /** Those of the folder that people wrote. */
  readonly files: readonly SourceFile[];
  readonly client: FoundClient;
  readonly api: ConsumerApi;
  readonly reader: CodeReader;
}

export interface ConsumerInput {
  /** Absolute, with `/`. */
  readonly folder: string;
  readonly wanted: WantedClient;
  /** A file as people know it. */
  readonly nameFile: (file: string) => string;
}

/** Compiles the code of a folder, and finds its calls. Throws a ScanError for a folder that has nothing to read. */
export function openConsumer({ folder, wanted, nameFile }: ConsumerInput, compiler: ScanCompiler): Consumer {
  const project = openProject(folder, compiler);
  const program = project.compile();
  const checker = program.getTypeChecker();
  const { folder: files, project: all } = handwrittenFiles(program, project);
  if (files.length === 0) throw new ScanError('no TypeScript files, beside those that svc client wrote.');
  const isImported = (client: string) =>
    all.some((file) => codeReader(compiler, checker, (name) => name === client).readImports(file).length > 0);
  const client = chooseClient(program.getSourceFiles(), wanted, isImported, nameFile);
  const isBase = (file: string) => file === client.file;
  const declaring = new Set(
    program
      .getSourceFiles()
      .filter(isWritten)
      .map(({ fileName }) => fileName),
  );
  const reader = codeReader(compiler, checker, isBase, (file) => declaring.has(file));
  if (all.flatMap(reader.readImports).length === 0) throw unusedClients([client], nameFile);
  const use = callReader(compiler, checker, isBase)(files);
  return { ...use, compiler, program, checker, files, client, api: openConsumerApi(client, program), reader };
}
