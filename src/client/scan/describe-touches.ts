import { checks } from '../../diff/checks/checks.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { tokensOf } from '../../json/pointer.js';
import { moduleName } from '../module-name.js';
import { advise, type Knowledge } from './advise.js';
import type { Checker, Symbol, SyntaxNode } from './checker.js';
import type { Touch } from './collect-places.js';
import type { Difference, MovedOperation } from './list-differences.js';
import type { ClientCall } from './read-calls.js';

/** The touch that a difference is, which some operations have alike. */
export function describeDifference(same: readonly [Difference, ...Difference[]], known: Knowledge): Touch {
  const [one] = same;
  const { id, level, message } = one.finding;
  const found = [...new Set(same.flatMap(({ operation }) => operation ?? []))];
  return {
    id,
    level,
    // Operations that have a member in common may have it in different places.
    message: `${found.length > 1 && one.isNamed ? message.replace(/^.*?": /, `${one.member}: `) : message}.`,
    fix: advise(one, known),
    operations: found,
    member: one.member === '' ? null : one.member,
    findings: same.map(({ finding }) => finding),
  };
}

const noFinding = { operations: [], member: null, findings: [] } as const;

/** The path of a call that the revision has under another one. */
export function describeMove(operation: MovedOperation | undefined, target: string): readonly Touch[] {
  if (!operation?.revision || operation.isMoved || operation.base.path === operation.revision.path) return [];
  const { base, revision } = operation;
  const message = `the path is ${revision.path} in ${target}.`;
  return [
    {
      ...noFinding,
      id: 'path-changed',
      level: 'error',
      message,
      fix: `Call "${revision.path}".`,
      operations: [`${base.method} ${base.path}`],
    },
  ];
}

/** An import of the client of the base. */
export function describeImport(node: SyntaxNode, base: ContractLock, revision: ContractLock): Touch {
  const [from, to] = [base, revision].map(({ version }) => moduleName(version));
  const asked = node.text ?? '';
  const end = new RegExp(`${from!.replaceAll(/\W/g, String.raw`\$&`)}(?=(?:\\.[cm]?[jt]s)?$)`);
  return {
    ...noFinding,
    id: 'client-module',
    level: 'info',
    message: `imports the client of version ${base.version}.`,
    fix: end.test(asked)
      ? `Import it from "${asked.replace(end, to!)}".`
      : `Import the client of version ${revision.version}.`,
  };
}

/** The name of a type that the revision calls otherwise. */
export function describeAlias(from: string, to: string, target: string): Touch {
  const message = `the type ${from} is ${to} in ${target}.`;
  return { ...noFinding, id: 'type-renamed', level: 'error', message, fix: `Use ${to}.`, member: from };
}

/** What the compiler refuses and no difference explains. */
export function describeRefusal(text: string, target: string): Touch {
  const message = `does not compile with the types of ${target}: ${text}`;
  return {
    ...noFinding,
    id: 'no-longer-compiles',
    level: 'error',
    message,
    fix: `Make it fit the types of ${target}.`,
  };
}

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
