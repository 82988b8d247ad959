import { checks } from '../../contract/diff/checks.js';
import { tokensOf } from '../../json/pointer.js';
import type { Checker, Symbol, SyntaxNode } from './checker.js';
import type { Touch } from './collect-places.js';
import type { ClientCall } from './read-code.js';

/** What the type at a place has become, where it is another one. */
export function typeComparer(before: Checker, after: Checker, calls: ReadonlyMap<SyntaxNode, ClientCall>) {
  const typeAt = (checker: Checker, node: SyntaxNode): string | null => {
    const call = calls.get(node.parent);
    if (call?.node !== node) return checker.typeToString(checker.getTypeAtLocation(node));
    const [answer] = checker.getTypeAtLocation(call.call).typeArguments ?? [];
    const data = (answer?.types ?? []).flatMap((part) => checker.getPropertyOfType(part, 'data') ?? []);
    const [first] = data.map((symbol) => checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, node)));
    return first ?? null;
  };
  return ({ node, touches }: { readonly node: SyntaxNode; readonly touches: readonly Touch[] }): string | null => {
    const found = touches.flatMap(({ findings }) => findings.slice(0, 1));
    if (!found.some(({ id }) => checks[id].direction === 'response')) {
      const type = 'properties' in node ? after.getContextualType(node) : undefined;
      const names = type ? found.map(({ pointer }) => tokensOf(pointer).at(-1)!) : [];
      const members = names.flatMap((name) => after.getPropertyOfType(type!, name) ?? []);
      const typeOf = (symbol: Symbol) => after.typeToString(after.getTypeOfSymbolAtLocation(symbol, node));
      return members.length === 0 ? null : `{ ${members.map((one) => `${one.name}: ${typeOf(one)}`).join('; ')} }`;
    }
    const [from, to] = [before, after].map((checker) => typeAt(checker, node));
    return to === from || ['any', 'never', 'undefined'].includes(to ?? 'any') ? null : to!;
  };
}
