import type { Node, SourceFile } from '../compiler.js';
import { aliasFlag, type Checker, type ScanCompiler, type Symbol, type SyntaxNode, type Type } from './checker.js';
import { literalsOf, constituentsOf } from './types.js';
import { walkCode } from './walk-code.js';

/** A place in the code that names something of the base's client. */
export interface Mention {
  readonly node: SyntaxNode;
  /** Whether the code gives a value to a member, or reads it. */
  readonly isWritten: boolean;
  /** The members that it may be: `Order.lines`; several where a type is one of several. */
  readonly members: readonly string[];
  /** Whether the code only names the member, in a list of type arguments. */
  readonly isName?: true;
  /** Where the client declares them. */
  readonly declarations: readonly Node[];
}

export interface CodeReader {
  readonly readMentions: (file: SourceFile) => readonly Mention[];
  /** Arguments that are a key of a type, which the function may read. */
  readonly readKeys: (file: SourceFile) => readonly Mention[];
  /** Object literals, with the types that they have to fit. */
  readonly readLiterals: (file: SourceFile) => readonly Mention[];
  /** The names of the base's client in imports and exports. */
  readonly readImports: (file: SourceFile) => readonly SyntaxNode[];
  /** Where the code has one of some types of the base's client by its own name. */
  readonly readTypeNames: (file: SourceFile, names: ReadonlySet<string>) => readonly SyntaxNode[];
  /** The types and members of the base's client that the type of an expression is made of. */
  readonly namesAt: (node: SyntaxNode) => readonly string[];
}

/** Reads code with the checker of a program in which `isBase` is true for the modules of the base's client, and `isDeclaring` for those with its types. */
export function codeReader(
  compiler: ScanCompiler,
  checker: Checker,
  isBase: (file: string) => boolean,
  isDeclaring: (file: string) => boolean = isBase,
): CodeReader {
  const { SyntaxKind: kinds } = compiler;
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);

  /** `Order.lines.[].sku` for the declaration of a member; null for what the base's client does not declare. */
  const memberOf = (declaration: Node): string | null => {
    const names: string[] = [];
    for (let node = declaration as SyntaxNode; node; node = node.parent) {
      if (is(node, 'PropertySignature', 'InterfaceDeclaration', 'TypeAliasDeclaration'))
        names.unshift(node.name!.text!);
      if (is(node, 'ArrayType')) names.unshift('[]');
      if (is(node, 'IndexSignature')) names.unshift('*');
      if (is(node, 'SourceFile')) return isDeclaring((node as Node as SourceFile).fileName) ? names.join('.') : null;
    }
    return null;
  };

  const declarationsOf = (symbol: Symbol | undefined): readonly Node[] =>
    (symbol ? checker.getRootSymbols(symbol) : [])
      .flatMap((root) => root.declarations ?? [])
      .filter((declaration) => memberOf(declaration)?.includes('.'));

  const membersNamed = (type: Type | undefined, ...names: readonly string[]) =>
    constituentsOf(type && checker.getNonNullableType(type)).flatMap((part) =>
      names.flatMap((name) => declarationsOf(checker.getPropertyOfType(part, name))),
    );

  const mention = (node: SyntaxNode, found: readonly Node[], isWritten = false): Mention | null => {
    const declarations = [...new Set(found)];
    const members = [...new Set(declarations.map((one) => memberOf(one)!))];
    return declarations.length === 0 ? null : { node, members, declarations, isWritten };
  };

  const asName = (found: Mention | null): Mention | null => found && { ...found, isName: true };

  /** The type that a pattern of an assignment takes apart. */
  const typeTakenApart = (pattern: SyntaxNode): Type | undefined => {
    const { parent } = pattern;
    if (parent.left === pattern && is(parent.operatorToken, 'EqualsToken'))
      return checker.getTypeAtLocation(parent.right!);
    if (!is(parent, 'PropertyAssignment')) return undefined;
    const outer = typeTakenApart(parent.parent);
    const member = outer && checker.getPropertyOfType(checker.getNonNullableType(outer), parent.name?.text ?? '');
    return member && checker.getTypeOfSymbolAtLocation(member, pattern);
  };

  /** The type that a name in a list of type arguments is of: `Pick<Order, 'id' | 'total'>`. */
  const typeBeside = (name: SyntaxNode): Type | undefined => {
    let node = name;
    while (is(node.parent, 'UnionType')) node = node.parent;
    const [first] = node.parent.typeArguments ?? [];
    return first && first !== node ? checker.getTypeAtLocation(first) : undefined;
  };

  /** The type whose keys an argument is one of: `Order` for `(key: keyof Order) => …` and `<K extends keyof Order>(key: K) => …`. */
  const typeOfKeys = (argument: SyntaxNode, call: SyntaxNode): Type | undefined => {
    const declaration = checker.getResolvedSignature(call)?.declaration as SyntaxNode | undefined;
    const written = declaration?.parameters?.[call.arguments?.indexOf(argument) ?? -1]?.type;
    const { typeName } = (written ?? {}) as { readonly typeName?: SyntaxNode };
    const { typeParameters = [] } = (declaration ?? {}) as { readonly typeParameters?: readonly SyntaxNode[] };
    const named = typeParameters.find((one) => typeName?.text !== undefined && one.name?.text === typeName.text);
    const { constraint } = (named ?? {}) as { readonly constraint?: SyntaxNode };
    const keys = constraint ?? written;
    return is(keys, 'TypeOperator') && keys!.type ? checker.getTypeAtLocation(keys!.type) : undefined;
  };

  const readMention = (node: SyntaxNode): Mention | null => {
    const found = mention;
    const { parent, name } = node;
    if (is(node, 'PropertyAccessExpression')) return found(name!, declarationsOf(checker.getSymbolAtLocation(name!)));
    if (is(node, 'ElementAccessExpression')) {
      const names = literalsOf(checker.getTypeAtLocation(node.argumentExpression!));
      return found(node.argumentExpression!, membersNamed(checker.getTypeAtLocation(node.expression!), ...names));
    }
    if (is(node, 'BinaryExpression') && is(node.operatorToken, 'InKeyword')) {
      const names = literalsOf(checker.getTypeAtLocation(node.left!));
      return found(node.left!, membersNamed(checker.getTypeAtLocation(node.right!), ...names));
    }
    if (is(node, 'JsxAttribute') && name?.text !== undefined)
      return found(name, membersNamed(checker.getContextualType(parent), name.text), true);
    if (is(node, 'BindingElement') && is(parent, 'ObjectBindingPattern')) {
      const own = node.propertyName ?? name!;
      return found(own, own.text === undefined ? [] : membersNamed(checker.getTypeAtLocation(parent), own.text));
    }
    if (is(node, 'IndexedAccessType')) return null;
    if (is(node, 'LiteralType') && is(node.literal, 'StringLiteral') && !is(parent, 'IndexedAccessType'))
      return asName(found(node.literal!, membersNamed(typeBeside(node), node.literal!.text!)));
    if (is(node, 'LiteralType') && is(parent, 'IndexedAccessType') && is(node.literal, 'StringLiteral'))
      return found(node.literal!, declarationsOf(checker.getSymbolAtLocation(node.literal!)));
    if (
      is(node, 'PropertyAssignment', 'ShorthandPropertyAssignment', 'MethodDeclaration') &&
      is(parent, 'ObjectLiteralExpression')
    ) {
      if (name?.text === undefined) return null;
      const apart = typeTakenApart(parent);
      if (apart) return found(name, membersNamed(apart, name.text));
      const context = checker.getContextualType(parent);
      return found(name, context ? membersNamed(context, name.text) : [], true);
    }
    return null;
  };

  const readKey = (node: SyntaxNode): Mention | null =>
    is(node, 'StringLiteral') && is(node.parent, 'CallExpression')
      ? mention(node, membersNamed(typeOfKeys(node, node.parent), node.text!))
      : null;

  const declarationOf = (node: SyntaxNode): SyntaxNode | undefined =>
    checker.getSymbolAtLocation(node)?.valueDeclaration as SyntaxNode | undefined;

  const collect =
    <Found>(read: (node: SyntaxNode) => Found | null) =>
    (file: SourceFile): readonly Found[] =>
      walkCode(file, compiler, read);

  const namesOf = (type: Type | undefined, depth = 0): readonly string[] => {
    if (!type || depth > 3) return [];
    const declared = [type.symbol, type.aliasSymbol].flatMap((symbol) => symbol?.declarations ?? []);
    const own = declared.flatMap((declaration) => memberOf(declaration) ?? []).filter((name) => name !== '');
    const inner = [...(type.types ?? []), ...(type.typeArguments ?? [])].flatMap((part) => namesOf(part, depth + 1));
    return [...new Set([...own, ...inner])];
  };

  const readImport = (node: SyntaxNode): SyntaxNode | null => {
    const argument = is(node, 'ImportType') ? node.argument?.literal : undefined;
    const called = is(node, 'CallExpression') && is(node.expression, 'ImportKeyword') ? node.arguments?.[0] : undefined;
    const written = is(node, 'ImportDeclaration', 'ExportDeclaration') ? node.moduleSpecifier : (argument ?? called);
    const files = written && checker.getSymbolAtLocation(written)?.declarations;
    return files?.some((file) => isBase((file as SourceFile).fileName)) ? written! : null;
  };

  const readTypeName = (node: SyntaxNode, names: ReadonlySet<string>): SyntaxNode | null => {
    if (!is(node, 'Identifier') || !names.has(node.text!)) return null;
    const symbol = checker.getSymbolAtLocation(node);
    const target = symbol && symbol.flags & aliasFlag ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.declarations?.some((declaration) => memberOf(declaration) === node.text) ? node : null;
  };

  const readLiteral = (node: SyntaxNode): Mention | null => {
    if (!is(node, 'ObjectLiteralExpression')) return null;
    const declarations = constituentsOf(checker.getContextualType(node))
      .flatMap(({ symbol, aliasSymbol }) => [symbol, aliasSymbol])
      .flatMap((symbol) => symbol?.declarations ?? []);
    return mention(
      node,
      declarations.filter((one) => memberOf(one) !== null),
      true,
    );
  };

  const isExpression = (node: SyntaxNode) =>
    is(
      node,
      'Identifier',
      'ObjectLiteralExpression',
      'ArrayLiteralExpression',
      'CallExpression',
      'StringLiteral',
      'PropertyAccessExpression',
    );

  const namesAt = (node: SyntaxNode) => {
    const declaration = is(node, 'Identifier') ? declarationOf(node) : undefined;
    const named = readMention(node.parent);
    const own = named?.node === node ? named : declaration ? readMention(declaration) : null;
    const types = [...(isExpression(node) ? [checker.getContextualType(node)] : []), checker.getTypeAtLocation(node)];
    return [...new Set([...(own?.members ?? []), ...types.flatMap((type) => namesOf(type))])];
  };
  return {
    readMentions: collect(readMention),
    readKeys: collect(readKey),
    readLiterals: collect(readLiteral),
    readImports: collect(readImport),
    readTypeNames: (file, names) => collect((node) => readTypeName(node, names))(file),
    namesAt,
  };
}
