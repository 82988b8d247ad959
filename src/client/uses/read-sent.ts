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
          addMembers(part, trail, at, isAlways && isOne, inside);
        }
      }
    };
    const addMembers = (type: Type, trail: string, at: SyntaxNode, isAlways: boolean, around: readonly Type[]) => {
      if (type.symbol?.declarations?.some((one) => isForeign(one)) && clientLess(type)) return;
      for (const member of checker.getPropertiesOfType(type)) {
        const isOptional = (member.flags & optionalFlag) !== 0;
        const declared = clientDeclarations(checker, member);
        if (isOptional && declared.length > 0 && !declared.some(isWrittenSomewhere)) continue;
        const place = placeOf(member) ?? at;
        const path = joinSteps(trail, memberStep(member.name));
        const always = isAlways && !isOptional;
        found.push({ node: place, member: path, isAlways: always });
        add(checker.getTypeOfSymbol(member), path, place, always, around);
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
    const init = call.arguments?.[(call.arguments?.indexOf(node) ?? 0) + 1];
    const type = init && checker.getTypeAtLocation(init);
    if (!type) return [];
    if (type.flags & (flags.Any | flags.Unknown)) return [{ node: init, member: '*', isAlways: false }];
    for (const part of type.types ?? [type]) {
      const params = checker.getPropertyOfType(part, 'params');
      const carriers = params ? checker.getTypeOfSymbol(params) : undefined;
      if (carriers && carriers.flags & flags.Any) found.push({ node: init, member: '*', isAlways: false });
      for (const carrier of carriers ? propertiesOf(checker, carriers).filter(parameterPart) : [])
        add(checker.getTypeOfSymbol(carrier), carrier.name, placeOf(carrier) ?? node, !type.types, []);
      const body = checker.getPropertyOfType(part, 'body');
      if (body) add(checker.getTypeOfSymbol(body), 'body', placeOf(body) ?? node, !type.types, []);
    }
    return found;
  };
}

const propertiesOf = (checker: Checker, type: Type) =>
  (type.types ?? [type]).flatMap((part) => checker.getPropertiesOfType(part));
