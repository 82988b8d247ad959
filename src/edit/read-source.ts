import { type ImportDeclaration, type Program, parseSync } from 'oxc-parser';

/** A node of a module's syntax tree, as ESTree and TypeScript-ESTree define it; `start` and `end` are UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A module of TypeScript or JavaScript. */
export interface SourceModule {
  /** Its absolute path. */
  readonly file: string;
  readonly text: string;
  readonly program: Program;
}

/** Parses a module; null for one with syntax errors. */
export function readSource(file: string, text: string): SourceModule | null {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  return errors.some(({ severity }) => severity === 'Error') ? null : { file, text, program };
}

const modules = new WeakMap<ReadonlyMap<string, string>, Map<string, SourceModule | null>>();

/** Parses one of several source files, once. null for one with syntax errors. */
export function readSourceIn(sources: ReadonlyMap<string, string>, file: string): SourceModule | null {
  const known = modules.get(sources) ?? new Map<string, SourceModule | null>();
  modules.set(sources, known);
  const found = known.get(file);
  if (found !== undefined) return found;
  const module = readSource(file, sources.get(file)!);
  known.set(file, module);
  return module;
}

/** One name that a module imports. */
export interface ImportedName {
  /** `default`, or the exported name; null for everything that the module exports. */
  readonly imported: string | null;
  readonly local: string;
  readonly isType: boolean;
  readonly declaration: ImportDeclaration;
  /** The module as it is written, such as `./book.js`. */
  readonly specifier: string;
}

export function importsOf({ program }: SourceModule): readonly ImportedName[] {
  return program.body
    .filter((statement) => statement.type === 'ImportDeclaration')
    .flatMap((declaration) =>
      declaration.specifiers.map((one) => ({
        imported: importedName(one),
        local: one.local.name,
        isType: declaration.importKind === 'type' || (one.type === 'ImportSpecifier' && one.importKind === 'type'),
        declaration,
        specifier: declaration.source.value,
      })),
    );
}

function importedName(one: ImportDeclaration['specifiers'][number]): string | null {
  if (one.type === 'ImportNamespaceSpecifier') return null;
  if (one.type === 'ImportDefaultSpecifier') return 'default';
  return one.imported.type === 'Literal' ? one.imported.value : one.imported.name;
}

/** Every node inside a node, itself first, in the order of the text. */
export function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) yield* nodesIn(child);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as Partial<SyntaxNode>).type === 'string';
}

/** An expression without the types that surround it: `[…] satisfies T` as `[…]`. */
export function withoutTypes<Node extends SyntaxNode>(node: Node): SyntaxNode {
  const { type, expression } = node as Node & { readonly expression?: SyntaxNode };
  const isTyped = ['TSSatisfiesExpression', 'TSAsExpression', 'TSNonNullExpression'].includes(type);
  return isTyped && expression ? withoutTypes(expression) : node;
}
