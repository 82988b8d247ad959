import type { Node, SourceFile } from '../compiler.js';
import { aliasFlag, type Checker, type ScanCompiler, type Symbol, type SyntaxNode, type Type } from './checker.js';
import { fileOf } from './collect-places.js';

/** A place in the code that names something of the base's client. */
export interface Mention {
  readonly node: SyntaxNode;
  /** Whether the code gives a value to a member, or reads it. */
  readonly isWritten: boolean;
  /** The members that it may be: `Order.lines`; several where a type is one of several. */
  readonly members: readonly string[];
}

/** A call of an operation through the client. */
export interface ClientCall {
  readonly call: SyntaxNode;
  /** Where its path is written. */
  readonly node: SyntaxNode;
  /** `GET /orders`; several where the path is one of several. */
  readonly operations: readonly string[];
}

export interface CodeReader {
  readonly readMentions: (file: SourceFile) => readonly Mention[];
  /** Object literals, with the types that they have to fit. */
  readonly readLiterals: (file: SourceFile) => readonly Mention[];
  readonly readCalls: (file: SourceFile) => readonly ClientCall[];
  /** The names of the base's client in imports and exports. */
  readonly readImports: (file: SourceFile) => readonly SyntaxNode[];
  /** Where the code has one of some types of the base's client by its own name. */
  readonly readTypeNames: (file: SourceFile, names: ReadonlySet<string>) => readonly SyntaxNode[];
  /** The types and members of the base's client that the type of an expression is made of. */
  readonly namesAt: (node: SyntaxNode) => readonly string[];
}

const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/** Reads code with the checker of a program in which `isBase` tells the modules of the base's client. */
export function codeReader(compiler: ScanCompiler, checker: Checker, isBase: (file: string) => boolean): CodeReader {
  const { SyntaxKind: kinds } = compiler;
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);

  const walk = (node: SyntaxNode, visit: (node: SyntaxNode) => void) => {
    visit(node);
    compiler.forEachChild(node, (child) => walk(child as SyntaxNode, visit));
  };

  /** `Order.lines.[].sku` for the declaration of a member; null for what the base's client does not declare. */
  const memberOf = (declaration: Node): string | null => {
    const names: string[] = [];
    for (let node = declaration as SyntaxNode; node; node = node.parent) {
      if (is(node, 'PropertySignature', 'InterfaceDeclaration', 'TypeAliasDeclaration'))
        names.unshift(node.name!.text!);
      if (is(node, 'ArrayType')) names.unshift('[]');
      if (is(node, 'IndexSignature')) names.unshift('*');
      if (is(node, 'SourceFile')) return isBase((node as Node as SourceFile).fileName) ? names.join('.') : null;
    }
    return null;
  };

  const membersOf = (symbol: Symbol | undefined): readonly string[] => {
    const roots = symbol ? checker.getRootSymbols(symbol) : [];
    const declared = roots
      .flatMap((root) => root.declarations ?? [])
      .flatMap((declaration) => memberOf(declaration) ?? []);
    return [...new Set(declared.filter((name) => name.includes('.')))];
  };

  const partsOf = (type: Type | undefined): readonly Type[] => (type ? (type.types ?? [type]) : []);
  const membersNamed = (type: Type | undefined, name: string) => [
    ...new Set(
      partsOf(type && checker.getNonNullableType(type)).flatMap((part) =>
        membersOf(checker.getPropertyOfType(part, name)),
      ),
    ),
  ];

  const readMention = (node: SyntaxNode): Mention | null => {
    const found = (at: SyntaxNode, members: readonly string[], isWritten = false) =>
      members.length === 0 ? null : { node: at, members, isWritten };
    const { parent, name } = node;
    if (is(node, 'PropertyAccessExpression')) return found(name!, membersOf(checker.getSymbolAtLocation(name!)));
    if (is(node, 'ElementAccessExpression') && is(node.argumentExpression, 'StringLiteral'))
      return found(
        node.argumentExpression!,
        membersNamed(checker.getTypeAtLocation(node.expression!), node.argumentExpression!.text!),
      );
    if (is(node, 'BindingElement') && is(parent, 'ObjectBindingPattern')) {
      const own = node.propertyName ?? name!;
      return found(own, own.text === undefined ? [] : membersNamed(checker.getTypeAtLocation(parent), own.text));
    }
    if (is(node, 'IndexedAccessType')) return null;
    if (is(node, 'LiteralType') && is(parent, 'IndexedAccessType') && is(node.literal, 'StringLiteral'))
      return found(node.literal!, membersOf(checker.getSymbolAtLocation(node.literal!)));
    if (
      is(node, 'PropertyAssignment', 'ShorthandPropertyAssignment', 'MethodDeclaration') &&
      is(parent, 'ObjectLiteralExpression')
    ) {
      if (name?.text === undefined) return null;
      const { left, operatorToken, right } = parent.parent;
      if (left === parent && is(operatorToken, 'EqualsToken'))
        return found(name, membersNamed(checker.getTypeAtLocation(right!), name.text));
      const context = checker.getContextualType(parent);
      return found(name, context ? membersNamed(context, name.text) : [], true);
    }
    return null;
  };

  /** The method and the client of what is called: `client.GET`, or a variable that is. */
  const calledMethod = (node: SyntaxNode | undefined, depth = 0): { method: string; client: SyntaxNode } | null => {
    if (!node || depth > 8) return null;
    if (is(node, 'ParenthesizedExpression', 'NonNullExpression')) return calledMethod(node.expression, depth + 1);
    if (is(node, 'PropertyAccessExpression')) {
      const method = node.name!.text!;
      return methods.has(method) || method === 'request' ? { method, client: node.expression! } : null;
    }
    if (!is(node, 'Identifier')) return null;
    const declaration = declarationOf(node);
    if (is(declaration, 'VariableDeclaration')) return calledMethod(declaration!.initializer, depth + 1);
    if (!is(declaration, 'BindingElement')) return null;
    const method = (declaration!.propertyName ?? declaration!.name!).text ?? '';
    const client = declaration!.parent.parent.initializer;
    return client && (methods.has(method) || method === 'request') ? { method, client } : null;
  };

  const declarationOf = (node: SyntaxNode): SyntaxNode | undefined =>
    checker.getSymbolAtLocation(node)?.valueDeclaration as SyntaxNode | undefined;

  const isClientOfBase = (node: SyntaxNode): boolean => {
    const type = checker.getTypeAtLocation(node);
    if (type.symbol?.name !== 'Client') return false;
    const paths = type.typeArguments?.[0]?.symbol?.declarations ?? [];
    return paths.some((declaration) => isBase(fileOf(declaration as SyntaxNode).fileName));
  };

  const literalsOf = (type: Type): readonly string[] =>
    partsOf(type).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));

  const readCall = (call: SyntaxNode): ClientCall | null => {
    if (!is(call, 'CallExpression')) return null;
    const called = calledMethod(call.expression);
    if (!called || !isClientOfBase(called.client)) return null;
    const given = [...(call.arguments ?? [])];
    const named = called.method === 'request' ? literalsOf(typeOfArgument(given.shift())) : [called.method];
    const [node] = given;
    if (!node) return null;
    const paths = literalsOf(typeOfArgument(node));
    const operations = named.flatMap((method) => paths.map((path) => `${method.toUpperCase()} ${path}`));
    return operations.length === 0 ? null : { call, node, operations };
  };

  const typeOfArgument = (node: SyntaxNode | undefined): Type => (node ? checker.getTypeAtLocation(node) : {});

  const collect =
    <Found>(read: (node: SyntaxNode) => Found | null) =>
    (file: SourceFile): readonly Found[] => {
      const found: Found[] = [];
      walk(file as Node as SyntaxNode, (node) => {
        const one = read(node);
        if (one) found.push(one);
      });
      return found;
    };

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
    const members = partsOf(checker.getContextualType(node))
      .flatMap(({ symbol, aliasSymbol }) => [symbol, aliasSymbol])
      .flatMap((symbol) => symbol?.declarations ?? [])
      .flatMap((declaration) => memberOf(declaration) ?? []);
    return members.length === 0 ? null : { node, members: [...new Set(members)], isWritten: true };
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
    const mention = named?.node === node ? named : declaration ? readMention(declaration) : null;
    const types = [...(isExpression(node) ? [checker.getContextualType(node)] : []), checker.getTypeAtLocation(node)];
    return [...new Set([...(mention?.members ?? []), ...types.flatMap((type) => namesOf(type))])];
  };
  return {
    readMentions: collect(readMention),
    readLiterals: collect(readLiteral),
    readCalls: collect(readCall),
    readImports: collect(readImport),
    readTypeNames: (file, names) => collect((node) => readTypeName(node, names))(file),
    namesAt,
  };
}
