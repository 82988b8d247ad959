import type { Compiler, CompilerOptions, Node, ParsedConfig, SourceFile } from '../compiler.js';

/** What a scan uses of TypeScript 5 and 6 beside the rest: programs and their checker. */
export interface ScanCompiler extends Compiler {
  readonly sys: System;
  readonly JsxEmit: { readonly Preserve: number };
  readonly TypeFlags: Readonly<
    Record<'Any' | 'Unknown' | 'NonPrimitive' | 'Object' | 'TypeParameter' | 'Never', number>
  >;
  createProgram(options: ProgramOptions): Program;
  createCompilerHost(options: CompilerOptions, setParents: boolean): CompilerHost;
  forEachChild(node: Node, visit: (child: Node) => void): void;
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
  getParsedCommandLineOfConfigFile(file: string, extra: object, host: object): Project | undefined;
  resolveProjectReferencePath(reference: { readonly path: string }): string;
}

export interface Project extends ParsedConfig {
  readonly projectReferences?: readonly { readonly path: string }[];
}

export interface System {
  fileExists(file: string): boolean;
  readFile(file: string): string | undefined;
  readDirectory(
    folder: string,
    extensions: readonly string[],
    exclude: readonly string[],
    include: readonly string[],
  ): readonly string[];
}

export interface CompilerHost {
  getSourceFile(name: string, ...rest: unknown[]): SourceFile | undefined;
  fileExists(name: string): boolean;
  readFile(name: string): string | undefined;
}

export interface ProgramOptions {
  readonly rootNames: readonly string[];
  readonly options: CompilerOptions;
  readonly host: CompilerHost;
  readonly oldProgram?: Program;
}

export interface Program {
  getSourceFiles(): readonly SourceFile[];
  getSourceFile(name: string): SourceFile | undefined;
  getTypeChecker(): Checker;
  getSemanticDiagnostics(file: SourceFile): readonly Diagnostic[];
}

export interface Diagnostic {
  readonly code: number;
  readonly start?: number;
  readonly length?: number;
  readonly messageText: unknown;
}

export interface Checker {
  getSymbolAtLocation(node: Node): Symbol | undefined;
  getAliasedSymbol(symbol: Symbol): Symbol;
  getShorthandAssignmentValueSymbol(node: Node): Symbol | undefined;
  getRootSymbols(symbol: Symbol): readonly Symbol[];
  getTypeAtLocation(node: Node): Type;
  getTypeOfSymbol(symbol: Symbol): Type;
  getTypeOfSymbolAtLocation(symbol: Symbol, node: Node): Type;
  getContextualType(node: Node): Type | undefined;
  getPropertyOfType(type: Type, name: string): Symbol | undefined;
  getPropertiesOfType(type: Type): readonly Symbol[];
  getIndexInfosOfType(type: Type): readonly { readonly keyType: Type; readonly type: Type }[];
  getExportsOfModule(module: Symbol): readonly Symbol[];
  getDeclaredTypeOfSymbol(symbol: Symbol): Type;
  getBaseConstraintOfType(type: Type): Type | undefined;
  getSignaturesOfType(type: Type, kind: 0): readonly Signature[];
  getReturnTypeOfSignature(signature: Signature): Type;
  getTypeArguments(type: Type): readonly Type[];
  isArrayType(type: Type): boolean;
  isTupleType(type: Type): boolean;
  getResolvedSignature(call: Node): Signature | undefined;
  getNonNullableType(type: Type): Type;
  typeToString(type: Type): string;
}

export interface Symbol {
  readonly name: string;
  readonly flags: number;
  readonly declarations?: readonly Node[];
  readonly valueDeclaration?: Node;
}

/** Of a symbol that an import or an export made. */
export const aliasFlag = 1 << 21;

export interface Type {
  readonly flags: number;
  /** Of an instantiated generic type: that type. */
  readonly target?: Type;
  readonly symbol?: Symbol;
  readonly aliasSymbol?: Symbol;
  /** Of a union or an intersection. */
  readonly types?: readonly Type[];
  /** Of a literal. */
  readonly value?: unknown;
  readonly typeArguments?: readonly Type[];
}

export interface Signature {
  readonly declaration?: Node;
  readonly parameters: readonly Symbol[];
}

/** Any node, with the members that some kinds have. */
export interface SyntaxNode extends Node {
  readonly text?: string;
  readonly expression?: SyntaxNode;
  readonly name?: SyntaxNode;
  readonly propertyName?: SyntaxNode;
  readonly initializer?: SyntaxNode;
  readonly argumentExpression?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly body?: SyntaxNode;
  readonly moduleSpecifier?: SyntaxNode;
  readonly argument?: SyntaxNode;
  readonly literal?: SyntaxNode;
  readonly left?: SyntaxNode;
  readonly right?: SyntaxNode;
  readonly operatorToken?: SyntaxNode;
  readonly properties?: readonly SyntaxNode[];
  readonly parameters?: readonly SyntaxNode[];
  readonly typeArguments?: readonly SyntaxNode[];
  readonly flags?: number;
  /** The comments before a declaration, which are none of its children. */
  readonly jsDoc?: readonly SyntaxNode[];
  /** Of a declaration: its written type. */
  readonly type?: SyntaxNode;
  readonly whenTrue?: SyntaxNode;
  readonly whenFalse?: SyntaxNode;
  readonly parent: SyntaxNode;
}
