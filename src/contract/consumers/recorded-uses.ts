import { isObject, type Json } from '../../json/json.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import { joinSteps, memberStep } from '../../text/member-path.js';
import type { OperationUse } from './uses-file.js';

/** A request that a consumer makes, and what it expects of the answer, where that is known. */
export interface RecordedUse {
  readonly method: string;
  /** A path with values: `/books/7`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Json | undefined;
  readonly status: number | null;
  /** The members that it relies on; undefined where nothing says which. */
  readonly expected: Json | undefined;
}

/** What recorded requests use, one entry for each operation. Segments that look like a number or a UUID are parameters. */
export function listRecordedUses(recorded: readonly RecordedUse[]): OperationUse[] {
  const found = new Map<string, { reads: Map<string, Set<string>>; sends: Set<string> }>();
  for (const { method, path, query, body, status, expected } of recorded) {
    const name = `${method} ${templateOf(path)}`;
    const use = found.get(name) ?? { reads: new Map<string, Set<string>>(), sends: new Set<string>() };
    found.set(name, use);
    for (const one of query) use.sends.add(joinSteps('query', memberStep(one)));
    for (const member of membersOf(body, 'body')) use.sends.add(member);
    if (expected === undefined || status === null) continue;
    const members = use.reads.get(String(status)) ?? new Set<string>();
    use.reads.set(String(status), members);
    for (const member of membersOf(expected, '')) members.add(member);
  }
  const sorted = (names: Iterable<string>) => [...names].sort(codeUnitOrder);
  return [...found].map(([operation, { reads, sends }]) => ({
    operation,
    reads: Object.fromEntries([...reads].map(([status, members]) => [status, sorted(members)])),
    sends: sorted(sends),
    exhaustive: [],
  }));
}

function membersOf(value: Json | undefined, trail: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => membersOf(item, `${trail}[]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = joinSteps(trail, memberStep(name));
    return [member, ...membersOf(inner as Json, member)];
  });
}

function templateOf(path: string): string {
  const isValue = (segment: string) => /^(?:\d+|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/i.test(segment);
  return path
    .split('/')
    .map((segment) => (isValue(segment) ? '{}' : segment))
    .join('/');
}
