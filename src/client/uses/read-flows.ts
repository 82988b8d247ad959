import type { SourceFile } from '../compiler.js';
import type { Checker, ScanCompiler, Symbol, SyntaxNode, Type } from '../scan/checker.js';
import { targetReader } from '../scan/target-type.js';
import { literalsOf, constituentsOf } from '../scan/types.js';
import { walkCode } from '../scan/walk-code.js';
import { clientDeclarations, clientMembers, isForeign } from './client-declarations.js';
import { type ReadPath, untypedReader } from './untyped-reads.js';

/** Where values of the API go to code that has types of its own, or none. */
export interface Flow {
  readonly node: SyntaxNode;
  /** The expression that the values come from. */
  readonly origin: SyntaxNode;
  /** Members that the target's own type names. */
  readonly read: readonly Symbol[];
  /** Members of objects whose way nothing shows. */
  readonly escaped: readonly Symbol[];
  /** Members whose values the target lists one by one. */
  readonly exhaustive: readonly Symbol[];
}

interface OpenFlow {
  readonly read: Set<Symbol>;
  readonly escaped: Set<Symbol>;
  readonly exhaustive: Set<Symbol>;
}

/** Finds what leaves the types of the client in a file; `files` are all of the code. */
export function flowReader(
  compiler: ScanCompiler,
  checker: Checker,
  files: readonly SourceFile[],
): (file: SourceFile) => readonly Flow[] {
  const { SyntaxKind: kinds, TypeFlags: flags } = compiler;
  const untyped = flags.Any | flags.Unknown | flags.NonPrimitive;
  const is = (node: SyntaxNode | undefined, ...names: readonly string[]) =>
    node !== undefined && names.some((name) => node.kind === kinds[name]);
  const { targetOf, argumentOf } = targetReader(compiler, checker);
  const readUntyped = untypedReader(compiler, checker, files);
  const reached = new Map<Type, ReadonlySet<Symbol>>();

  /** The members of the API that a value of a type may show to code that looks at everything. */
  const reach = (type: Type | undefined): ReadonlySet<Symbol> => {
    const known = type && reached.get(type);
    if (known) return known;
    const found = new Set<Symbol>();
    const seen = new Set<Type>();
    const visit = (one: Type | undefined, depth: number): void => {
      if (!one || depth > 6 || seen.has(one)) return;
      seen.add(one);
      if (one.types) return one.types.forEach((part) => visit(part, depth));
      if ((one.flags & flags.Object) === 0) return;
      const own = clientMembers(checker, one);
      own.forEach((member) => found.add(member));
      if (own.length > 0) return;
      for (const argument of argumentsOf(one)) visit(argument, depth + 1);
      for (const signature of checker.getSignaturesOfType(one, 0))
        visit(checker.getReturnTypeOfSignature(signature), depth + 1);
      if (isOwn(one))
        for (const member of checker.getPropertiesOfType(one)) visit(checker.getTypeOfSymbol(member), depth + 1);
    };
    visit(type, 0);
    if (type) reached.set(type, found);
    return found;
  };
  const argumentsOf = (type: Type) => (type.target ? checker.getTypeArguments(type) : []);
  /** Whether a type is written in code that is scanned, or made on the spot. */
  const isOwn = ({ symbol }: Type) => symbol?.declarations?.every((one) => !isForeign(one)) ?? true;

  const compare = (from: Type | undefined, to: Type | undefined, flow: OpenFlow, seen: Set<Type>): void => {
    if (!from || !to || from === to || seen.has(from)) return;
    const inner = new Set([...seen, from]);
    if (to.flags & flags.TypeParameter) return;
    if (to.flags & untyped || isEmpty(to)) return reach(from).forEach((member) => flow.escaped.add(member));
    if (from.types) return from.types.forEach((part) => compare(part, to, flow, inner));
    if (to.types)
      return (to.types.includes(from) ? [] : to.types).forEach((part) => {
        if (part.flags & (flags.Object | untyped)) compare(from, part, flow, inner);
      });
    if ((from.flags & flags.Object) === 0) return;
    if (from.target !== undefined && from.target === to.target) {
      const given = argumentsOf(to);
      return argumentsOf(from).forEach((argument, position) => compare(argument, given[position], flow, inner));
    }
    compareFunctions(from, to, flow, inner);
    if ((to.flags & flags.Object) === 0 || reach(from).size === 0) return;
    if (checker.getIndexInfosOfType(to).length > 0 && !checker.isArrayType(from) && !checker.isTupleType(from))
      reach(from).forEach((member) => flow.escaped.add(member));
    compareMembers(from, to, flow, inner);
  };

  const compareMembers = (from: Type, to: Type, flow: OpenFlow, seen: Set<Type>): void => {
    if (argumentsOf(from).length > 0 && !isOwn(from)) {
      const [item] = checker.getIndexInfosOfType(from);
      if (item) compare(item.type, checker.getIndexInfosOfType(to)[0]?.type, flow, seen);
      return;
    }
    for (const target of checker.getPropertiesOfType(to)) {
      const source = checker.getPropertyOfType(from, target.name);
      if (!source || source === target) continue;
      const [own, asked] = [source, target].map((one) => checker.getTypeOfSymbol(one));
      if (isDeclared(source) && !isDeclared(target)) {
        flow.read.add(source);
        if (literalsOf(asked).length > 0 && literalsOf(own).length > 0) flow.exhaustive.add(source);
      }
      compare(own, asked, flow, seen);
    }
  };

  /** What a function that is handed on gets, and answers. */
  const compareFunctions = (from: Type, to: Type, flow: OpenFlow, seen: Set<Type>): void => {
    const [own] = checker.getSignaturesOfType(from, 0);
    const [asked] = checker.getSignaturesOfType(to, 0);
    if (!own || !asked) return;
    compare(checker.getReturnTypeOfSignature(own), checker.getReturnTypeOfSignature(asked), flow, seen);
    own.parameters.forEach((parameter, position) => {
      const given = asked.parameters[position];
      if (given) compare(checker.getTypeOfSymbol(given), checker.getTypeOfSymbol(parameter), flow, seen);
    });
  };

  /** What a path leads through, from a type on, and the types at its end; none where it leads elsewhere. */
  const followPath = (
    type: Type,
    path: ReadPath,
  ): { readonly members: readonly Symbol[]; readonly end: readonly Type[] } => {
    const members: Symbol[] = [];
    let end: readonly Type[] = constituentsOf(type);
    for (const step of path) {
      const inner = end.flatMap((one) => constituentsOf(checker.getNonNullableType(one)));
      const named = step === '[]' ? [] : inner.flatMap((one) => checker.getPropertyOfType(promised(one), step) ?? []);
      members.push(...named.filter(isDeclared));
      end =
        step === '[]'
          ? inner.flatMap((one) => (checker.isArrayType(one) ? argumentsOf(one) : []))
          : named.map((one) => checker.getTypeOfSymbol(one));
    }
    return { members, end: end.flatMap((one) => constituentsOf(one)) };
  };

  /** The members of the API that code reads which gets a value without its type; null where the code does not show all of them. */
  const namedWithoutTypes = (node: SyntaxNode, type: Type): readonly Symbol[] | null => {
    const leadsToPlain = (path: ReadPath) => {
      const { end } = followPath(type, path);
      return (
        end.length > 0 &&
        end.every((one) => (one.flags & (flags.Object | untyped)) === 0 && literalsOf(one).length === 0)
      );
    };
    const followed = readUntyped(node, leadsToPlain)?.map((path) => followPath(type, path));
    return followed?.every(({ end }) => end.length > 0) ? followed.flatMap(({ members }) => members) : null;
  };
  const promised = (type: Type): Type => (type.symbol?.name === 'Promise' ? (argumentsOf(type)[0] ?? type) : type);

  const isDeclared = (symbol: Symbol) => clientDeclarations(checker, symbol).length > 0;
  const isEmpty = (type: Type) =>
    (type.flags & flags.Object) !== 0 &&
    !type.target &&
    checker.getPropertiesOfType(type).length === 0 &&
    checker.getIndexInfosOfType(type).length === 0 &&
    checker.getSignaturesOfType(type, 0).length === 0;

  /** The members of an argument that the call names beside it: `groupBy(books, 'author')`. */
  const namedBeside = (node: SyntaxNode): readonly Symbol[] => {
    const call = node.parent;
    if (!is(call, 'CallExpression') || !call.arguments?.includes(node)) return [];
    const given = call.arguments.flatMap((one) => (is(one, 'ArrayLiteralExpression') ? elementsOf(one) : [one]));
    const names = new Set(given.filter((one) => is(one, 'StringLiteral')).map(({ text }) => text));
    return names.size === 0 ? [] : [...reach(checker.getTypeAtLocation(node))].filter(({ name }) => names.has(name));
  };
  const elementsOf = (list: SyntaxNode): readonly SyntaxNode[] => {
    const found: SyntaxNode[] = [];
    compiler.forEachChild(list, (child) => void found.push(child as SyntaxNode));
    return found;
  };

  /** An object whose members are named while it runs, or listed. */
  const listsMembers = (node: SyntaxNode): SyntaxNode | null => {
    if (is(node, 'ForInStatement')) return node.expression ?? null;
    if (is(node, 'ElementAccessExpression')) {
      const type = checker.getTypeAtLocation(node.expression!);
      const isNamed = literalsOf(checker.getTypeAtLocation(node.argumentExpression!)).length > 0;
      return isNamed || constituentsOf(type).every((part) => clientMembers(checker, part).length === 0)
        ? null
        : node.expression!;
    }
    if (is(node, 'BinaryExpression') && is(node.operatorToken, 'InKeyword'))
      return literalsOf(checker.getTypeAtLocation(node.left!)).length > 0 ? null : node.right!;
    if (is(node, 'PropertyAccessExpression') && /^(?:hasOwnProperty|propertyIsEnumerable)$/.test(node.name!.text!))
      return node.expression!;
    return null;
  };

  /** The members of an argument that a function of a library takes whole, and does not give back. */
  const taken = (node: SyntaxNode): Iterable<Symbol> => {
    const argument = argumentOf(node);
    if (!argument) return [];
    const call = argument.parent;
    const position = call.arguments!.indexOf(argument);
    const signature = checker.getResolvedSignature(call);
    const declaration = signature?.declaration as SyntaxNode | undefined;
    const written = declaration?.parameters?.[position]?.type;
    if (!declaration || !written || !isForeign(declaration)) return [];
    if ((checker.getTypeAtLocation(written).flags & flags.TypeParameter) === 0) return [];
    const back = reach(checker.getReturnTypeOfSignature(signature!));
    return [...reach(checker.getTypeAtLocation(node))].filter((member) => !back.has(member));
  };

  /** A function that a method gets takes what its object has. */
  const receiverOf = (node: SyntaxNode): SyntaxNode => {
    const callee = is(node.parent, 'CallExpression') ? node.parent.expression : undefined;
    const isFunction = checker.getSignaturesOfType(checker.getTypeAtLocation(node), 0).length > 0;
    return isFunction && is(callee, 'PropertyAccessExpression') && callee !== node ? callee!.expression! : node;
  };

  const readFlow = (node: SyntaxNode): Flow | null => {
    // The parts of these are read one by one.
    if (
      !node.parent ||
      is(node, 'ObjectLiteralExpression', 'ArrayLiteralExpression', 'ConditionalExpression', 'ParenthesizedExpression')
    )
      return null;
    const flow: OpenFlow = { read: new Set(namedBeside(node)), escaped: new Set(), exhaustive: new Set() };
    const listed = listsMembers(node);
    if (listed) reach(checker.getTypeAtLocation(listed)).forEach((member) => flow.escaped.add(member));
    const target = targetOf(node);
    for (const member of taken(node)) flow.escaped.add(member);
    if (target) {
      const type = checker.getTypeAtLocation(node);
      const named = target.flags & untyped && reach(type).size > 0 ? namedWithoutTypes(node, type) : null;
      if (named) named.forEach((member) => flow.read.add(member));
      else compare(type, target, flow, new Set());
    }
    const isEmptyFlow = flow.read.size + flow.escaped.size + flow.exhaustive.size === 0;
    return isEmptyFlow
      ? null
      : {
          node: listed ?? node,
          origin: listed ?? receiverOf(node),
          read: [...flow.read],
          escaped: [...flow.escaped],
          exhaustive: [...flow.exhaustive],
        };
  };
  return (file) => walkCode(file, compiler, readFlow);
}
