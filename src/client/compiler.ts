/** What svc uses of the compiler API of TypeScript 5 and 6. The TypeScript of this repository has none, so its types are written down here. */
export interface Compiler {
  readonly version: string;
  readonly SyntaxKind: Readonly<Record<string, number>> & { readonly [kind: number]: string };
  readonly ScriptTarget: { readonly ES2022: number; readonly ESNext: number };
  readonly ModuleKind: { readonly ESNext: number; readonly Preserve?: number };
  readonly ModuleResolutionKind: { readonly Bundler: number };
  readonly factory: { createTypeReferenceNode(name: string): unknown };
  readonly sys: { fileExists(file: string): boolean };
  createSourceFile(name: string, text: string, target: number, setParents: boolean): SourceFile;
  transpileModule(text: string, options: TranspileOptions): { readonly outputText: string };
  /** Since TypeScript 5.5. */
  transpileDeclaration?(text: string, options: TranspileOptions): { readonly outputText: string };
  findConfigFile(folder: string, exists: (file: string) => boolean, name?: string): string | undefined;
  getParsedCommandLineOfConfigFile(file: string, extra: object, host: object): ParsedConfig | undefined;
}

export interface TranspileOptions {
  readonly compilerOptions: CompilerOptions;
  readonly fileName?: string;
}

export interface CompilerOptions {
  readonly [name: string]: unknown;
}

export interface ParsedConfig {
  readonly options: CompilerOptions;
  readonly fileNames: readonly string[];
}

export interface Node {
  readonly kind: number;
  readonly parent: Node;
  readonly pos: number;
  readonly end: number;
  getStart(): number;
  getText(): string;
  getFullText(): string;
}

export interface SourceFile extends Node {
  readonly fileName: string;
  readonly text: string;
  readonly statements: readonly Node[];
}

/** An interface, an object type, or a member of one. */
export interface Declaration extends Node {
  readonly name?: Node & { readonly text: string };
  readonly members?: readonly Declaration[];
  readonly type?: Declaration;
}
