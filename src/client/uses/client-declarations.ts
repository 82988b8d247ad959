import type { Node } from '../compiler.js';
import type { Checker, Symbol, SyntaxNode, Type } from '../scan/checker.js';
import { fileOf } from '../scan/collect-places.js';
import { isWritten } from '../scan/find-clients.js';

/** Whether a declaration stands in a module that svc client wrote. */
export const isOfClient = (declaration: Node): boolean => isWritten(fileOf(declaration as SyntaxNode));

/** Whether a declaration stands in a declaration file, so that no code is scanned behind it. */
export const isForeign = (declaration: Node): boolean =>
  /\.d\.[cm]?ts$/.test(fileOf(declaration as SyntaxNode).fileName);

/** Where the client declares a member, through mapped types and spreads. */
export const clientDeclarations = (checker: Checker, symbol: Symbol): readonly Node[] =>
  checker.getRootSymbols(symbol).flatMap(({ declarations }) => (declarations ?? []).filter(isOfClient));

/** The members of an object type that the client declares. */
export const clientMembers = (checker: Checker, type: Type): readonly Symbol[] =>
  checker.getPropertiesOfType(type).filter((one) => clientDeclarations(checker, one).length > 0);
