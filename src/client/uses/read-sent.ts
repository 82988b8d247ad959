import { joinSteps, memberStep } from '../../text/member-path.js';
import type { Node } from '../compiler.js';
import type { Checker, ScanCompiler, Symbol, SyntaxNode, Type } from '../scan/checker.js';
import type { ClientCall } from '../scan/read-calls.js';
import { clientDeclarations, isForeign } from './client-declarations.js';

/** A member that a call sends. */
export interface Sent {
  /** Where the code writes it, or the call. */
  readonly node: SyntaxNode;
  /** `query.limit`, `body.lines[].sku`; `*` where nothing shows what is sent. */
  readonly member: string;
  /** Whether each value of the argument has it. */
  readonly isAlways: boolean;
}

const optionalFlag = 1 << 24;

/** Reads what a call of the client sends, from the type of its argument: also of objects that were made before. */
export function sentReader(
  { TypeFlags: flags, SyntaxKind: kinds }: ScanCompiler,
  checker: Checker,
  isWrittenSomewhere: (declaration: Node) => boolean,
  isDeletedSomewhere: (declaration: Node) => boolean,
): (call: ClientCall) => readonly Sent[] {
  const parameterPart = (one: Symbol) => ['query', 'path', 'header', 'cookie'].includes(one.name);
  return ({ call, node }) => {
    const found: Sent[] = [];
    const add = (
      type: Type | undefined,
      trail: string,
      at: SyntaxNode,
      isAlways: boolean,
      around: readonly Type[],
      made?: Type,
    ): void => {
      if (!type || around.includes(type)) return;
      if (type.flags & (flags.Any | flags.Unknown | flags.NonPrimitive)) {
        found.push({ node: at, member: '*', isAlways: false });
        return;
      }
      const isOne = !type.types || type.types.length < 2;
      for (const part of type.types ?? [type]) {
        if ((part.flags & flags.Object) === 0) continue;
        const inside = [...around, type, part];
        if (checker.isArrayType(part)) add(checker.getTypeArguments(part)[0], `${trail}[]`, at, false, inside);
        else if (checker.isTupleType(part))
          checker
            .getTypeArguments(part)
            .forEach((item, position) => add(item, `${trail}[${position}]`, at, false, inside));
        else {
          for (const info of checker.getIndexInfosOfType(part)) {
            found.push({ node: at, member: joinSteps(trail, '[*]'), isAlways: false });
            add(info.type, joinSteps(trail, '[*]'), at, false, inside);
          }
          addMembers(part, trail, at, isAlways && isOne, inside, made);
        }
      }
    };
    const addMembers = (
      type: Type,
      trail: string,
      at: SyntaxNode,
      isAlways: boolean,
      around: readonly Type[],
      made: Type | undefined,
    ) => {
      if (type.symbol?.declarations?.some((one) => isForeign(one)) && clientLess(type)) return;
      for (const member of checker.getPropertiesOfType(type)) {
        const isOptional = (member.flags & optionalFlag) !== 0;
        const declared = clientDeclarations(checker, member);
        if (isOptional && declared.length > 0 && !declared.some(isWrittenSomewhere)) continue;
        const place = placeOf(member) ?? at;
        const path = joinSteps(trail, memberStep(member.name));
        const own = made && checker.getPropertyOfType(made, member.name);
        const isMade = own !== undefined && (own.flags & optionalFlag) === 0 && !declared.some(isDeletedSomewhere);
        const always = isAlways && (!isOptional || isMade);
        found.push({ node: place, member: path, isAlways: always });
        add(checker.getTypeOfSymbol(member), path, place, always, around, own && checker.getTypeOfSymbol(own));
      }
    };
    const clientLess = (type: Type) =>
      checker.getPropertiesOfType(type).every((one) => clientDeclarations(checker, one).length === 0);
    const placeOf = ({ declarations: [declaration] = [] }: Symbol): SyntaxNode | null => {
      const written = declaration as SyntaxNode | undefined;
      const isLiteral =
        written && [kinds['PropertyAssignment'], kinds['ShorthandPropertyAssignment']].includes(written.kind);
      return isLiteral ? (written.name ?? written) : null;
    };
    /** The object that a member of the argument is made as, which may have more than its written type says. */
    const madeAs = ({ declarations: [declaration] = [] }: Symbol): Type | undefined => {
      const literal = declaration && literalOf(declaration as SyntaxNode, 0);
      return literal && checker.getTypeAtLocation(literal);
    };
    const literalOf = (node: SyntaxNode | undefined, steps: number): SyntaxNode | undefined => {
      if (!node || steps > 10) return undefined;
      if (node.kind === kinds['ObjectLiteralExpression']) return node;
      const isConstant = node.kind === kinds['VariableDeclaration'] && ((node.parent.flags ?? 0) & 2) !== 0;
      if (isConstant || node.kind === kinds['PropertyAssignment']) return literalOf(node.initializer, steps + 1);
      const symbol =
        node.kind === kinds['ShorthandPropertyAssignment']
          ? checker.getShorthandAssignmentValueSymbol(node)
          : node.kind === kinds['Identifier']
            ? checker.getSymbolAtLocation(node)
            : undefined;
      return literalOf(symbol?.valueDeclaration as SyntaxNode | undefined, steps + 1);
    };
    const init = call.arguments?.[(call.arguments?.indexOf(node) ?? 0) + 1];
    const type = init && checker.getTypeAtLocation(init);
    if (!type) return [];
    if (type.flags & (flags.Any | flags.Unknown)) return [{ node: init, member: '*', isAlways: false }];
    for (const part of type.types ?? [type]) {
      const params = checker.getPropertyOfType(part, 'params');
      const carriers = params ? checker.getTypeOfSymbol(params) : undefined;
      if (carriers && carriers.flags & flags.Any) found.push({ node: init, member: '*', isAlways: false });
      const body = checker.getPropertyOfType(part, 'body');
      for (const one of [
        ...(carriers ? propertiesOf(checker, carriers).filter(parameterPart) : []),
        ...(body ? [body] : []),
      ])
        add(checker.getTypeOfSymbol(one), one.name, placeOf(one) ?? node, !type.types, [], madeAs(one));
    }
    return found;
  };
}

const propertiesOf = (checker: Checker, type: Type) =>
  (type.types ?? [type]).flatMap((part) => checker.getPropertiesOfType(part));
