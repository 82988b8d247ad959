import type { OperationUse } from '../../contract/consumers/uses-file.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { groupBy } from '../../text/group-by.js';
import type { Use } from './use.js';

/** What uses say of each operation, as a file has it; everything else of an answer is in `*`. */
export function listOperationUses(uses: readonly Use[], nameFile: (file: string) => string): readonly OperationUse[] {
  return [...groupBy(uses, ({ operation }) => operation)].map(([operation, own]) => {
    const read = own.filter(({ kind }) => kind === 'read');
    const sent = own.filter(({ kind }) => kind === 'send');
    const statuses = sorted(read.map(({ status }) => status!));
    const calls = own.filter(({ kind }) => kind === 'call');
    const whole = own.find(({ member }) => member === '*');
    const first = whole ?? calls[0] ?? own[0]!;
    const always = sorted(sent.filter(({ isAlways }) => isAlways).map(({ member }) => member)).filter((member) =>
      isInEveryCall(member, sent, calls.length),
    );
    return {
      operation,
      reads: Object.fromEntries(
        statuses.map((status) => [status, listMembers(read.filter((one) => one.status === status))]),
      ),
      sends: listMembers(sent),
      exhaustive: sorted(own.filter(({ isExhaustive }) => isExhaustive).map(({ member }) => member)),
      ...(always.length > 0 && { always }),
      where: `${nameFile(first.file)}:${first.line}`,
      places: listPlaces(own, nameFile),
    };
  });
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort(codeUnitOrder);

function listMembers(uses: readonly Use[]): string[] {
  const members = sorted(uses.map(({ member }) => member));
  return members.includes('*') ? ['*'] : members;
}

function isInEveryCall(member: string, sent: readonly Use[], calls: number): boolean {
  const own = sent.filter((one) => one.member === member);
  return own.length >= calls && own.every(({ isAlways }) => isAlways);
}

function listPlaces(uses: readonly Use[], nameFile: (file: string) => string): Record<string, string> {
  const places = new Map<string, string>();
  for (const { kind, status, member, file, line } of uses) {
    if (kind === 'call') continue;
    const key = status === null ? member : `${status} ${member}`;
    if (!places.has(key)) places.set(key, `${nameFile(file)}:${line}`);
  }
  return Object.fromEntries([...places].sort(([a], [b]) => codeUnitOrder(a, b)));
}
