import type { Node, SourceFile } from '../compiler.js';
import type { Checker, ScanCompiler, SyntaxNode } from './checker.js';
import { fileOf } from './collect-places.js';
import { targetReader } from './target-type.js';
import { literalsOf, constituentsOf } from './types.js';
import { walkCode } from './walk-code.js';

/** A call of an operation through the client. */
export interface ClientCall {
  readonly call: SyntaxNode;
  /** Where its path is written. */
  readonly node: SyntaxNode;
  /** `GET /orders`; several where the path is one of several. */
  readonly operations: readonly string[];
}

/** What a file does with the client of the base. */
export interface ClientUse {
  readonly calls: readonly ClientCall[];
  /** Where the client, one of its methods, or a path goes where nothing shows what is called. */
  readonly lost: readonly SyntaxNode[];
}

const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);
const isMethod = (name: string) => methods.has(name) || name === 'request';

/** Reads the calls of a client in files of one program. */
export function callReader(
  compiler: ScanCompiler,
  checker: Checker,
  isBase: (file: string) => boolean,
): (files: readonly SourceFile[]) => ClientUse {
  const {
    SyntaxKind: kinds,
    TypeFlags: { TypeParameter: typeParameter },
  } = compiler;
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);
  const wraps = (node: SyntaxNode | undefined) =>
    is(node, 'ParenthesizedExpression', 'NonNullExpression', 'AsExpression', 'SatisfiesExpression');
  const bare = (node: SyntaxNode): SyntaxNode => (wraps(node) ? bare(node.expression!) : node);
  const declarationOf = (node: SyntaxNode): SyntaxNode | undefined =>
    checker.getSymbolAtLocation(node)?.valueDeclaration as SyntaxNode | undefined;

  /** The method and the client of what is called: `client.GET`, or a variable that is. */
  const calledMethod = (node: SyntaxNode | undefined, depth = 0): { method: string; client: SyntaxNode } | null => {
    if (!node || depth > 8) return null;
    if (wraps(node)) return calledMethod(node.expression, depth + 1);
    if (is(node, 'PropertyAccessExpression')) {
      const method = node.name!.text!;
      return isMethod(method) ? { method, client: node.expression! } : null;
    }
    if (is(node, 'ElementAccessExpression')) {
      const [method, ...others] = literalsOf(checker.getTypeAtLocation(node.argumentExpression!));
      return method !== undefined && others.length === 0 && isMethod(method)
        ? { method, client: node.expression! }
        : null;
    }
    if (!is(node, 'Identifier')) return null;
    const declaration = declarationOf(node);
    if (is(declaration, 'VariableDeclaration')) return calledMethod(declaration!.initializer, depth + 1);
    if (!is(declaration, 'BindingElement')) return null;
    const method = (declaration!.propertyName ?? declaration!.name!).text ?? '';
    const client = declaration!.parent.parent.initializer;
    return client && isMethod(method) ? { method, client } : null;
  };

  const isClient = (node: SyntaxNode): boolean => {
    const type = checker.getTypeAtLocation(node);
    if (type.symbol?.name !== 'Client') return false;
    const paths = type.typeArguments?.[0]?.symbol?.declarations ?? [];
    return paths.some((declaration) => isBase(fileOf(declaration as SyntaxNode).fileName));
  };

  /** The texts that an expression may be: by its type, or by what callers of the function around it pass. */
  const textsOf = (expression: SyntaxNode | undefined, all: readonly SourceFile[], depth = 0): readonly string[] => {
    if (!expression || depth > 4) return [];
    const node = bare(expression);
    const type = checker.getTypeAtLocation(node);
    const known = literalsOf(type);
    if (known.length > 0) return known;
    const declaration = is(node, 'Identifier') ? declarationOf(node) : undefined;
    if (is(declaration, 'VariableDeclaration')) return textsOf(declaration!.initializer, all, depth + 1);
    if (!is(declaration, 'Parameter')) return literalsOf(checker.getBaseConstraintOfType(type));
    const owner = declaration!.parent;
    const position = owner.parameters!.indexOf(declaration!);
    const given = all.flatMap((file) =>
      walkCode(file, compiler, (one) => {
        const isCall = is(one, 'CallExpression') && checker.getResolvedSignature(one)?.declaration === (owner as Node);
        return isCall ? one.arguments?.[position] : null;
      }),
    );
    const passed = given.map((argument) => textsOf(argument, all, depth + 1));
    if (passed.length > 0 && passed.every((texts) => texts.length > 0)) return passed.flat();
    return literalsOf(checker.getBaseConstraintOfType(type));
  };

  const readCall = (call: SyntaxNode, all: readonly SourceFile[]): ClientCall | 'lost' | null => {
    if (!is(call, 'CallExpression')) return null;
    const called = calledMethod(call.expression);
    if (!called || !isClient(called.client)) return null;
    const given = [...(call.arguments ?? [])];
    const named = called.method === 'request' ? textsOf(given.shift(), all) : [called.method];
    const [node] = given;
    if (!node) return null;
    const operations = named.flatMap((method) => textsOf(node, all).map((path) => `${method.toUpperCase()} ${path}`));
    return operations.length === 0 ? 'lost' : { call, node, operations: [...new Set(operations)] };
  };

  const { targetOf } = targetReader(compiler, checker);
  /** Whether a client, or a method of one, is handed to something that does not name the client's type. */
  const isLost = (node: SyntaxNode): boolean => {
    if (is(node, 'ElementAccessExpression')) return isClient(node.expression!) && calledMethod(node) === null;
    if (!is(node, 'Identifier', 'PropertyAccessExpression', 'CallExpression')) return false;
    const target = targetOf(node);
    const isMember = is(node, 'PropertyAccessExpression') && isMethod(node.name!.text!) && isClient(node.expression!);
    if (isMember) return target !== null || is(node.parent, 'PropertyAccessExpression');
    if (target === null || !isClient(node)) return false;
    return !constituentsOf(target).some(({ symbol, flags }) => symbol?.name === 'Client' || flags === typeParameter);
  };

  return (files) => {
    const calls: ClientCall[] = [];
    const lost: SyntaxNode[] = [];
    for (const file of files)
      walkCode(file, compiler, (node) => {
        const call = readCall(node, files);
        if (call === 'lost' || isLost(node)) lost.push(node);
        else if (call) calls.push(call);
        return null;
      });
    return { calls, lost };
  };
}
