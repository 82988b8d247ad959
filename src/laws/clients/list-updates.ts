import type { Change } from '../../changes/change.js';
import { isRecord } from '../../schema/node.js';
import { setMember } from '../../schema/members.js';
import { readNode } from '../../schema/read-node.js';
import { namesIn } from '../losses.js';
import { type ClientRead, type ClientWrite, clientRead, clientWrite } from './client-exchange.js';
import type { CrossedOperation } from './crossed-operation.js';

/** What a client of an older version reads, changes and writes back. */
export interface Update {
  readonly read: ClientRead;
  readonly write: ClientWrite;
  /** The thing in an answer: all of it, or the only item of a list; undefined where an answer has none. */
  readonly pick: (answer: unknown) => unknown;
  /** The members that both have, as the newer version calls them. */
  readonly shared: readonly string[];
  /** What is known of a drawn answer before anybody writes; read once for each. null where it has no thing. */
  readonly look: (stored: object) => Looked | null;
}

type Members = Readonly<Record<string, unknown>>;

/** A thing as clients of both versions see it. */
interface Looked {
  readonly is: Members;
  readonly shown: Members;
  /** What a handler gets where a client of the newer version writes it back. */
  readonly expected: Members;
}

/**
 * Each PUT and PATCH, with where its clients read what they write: a GET of the same path, its own answer, or a GET of the list above;
 * and each POST, with its own answer or a GET of what it made.
 */
export function listUpdates(
  operations: readonly CrossedOperation[],
  isChosen: (change: Change) => boolean,
): readonly Update[] {
  const reads = new Map(operations.filter(({ older }) => older.method === 'GET').map((one) => [one.path, one]));
  return operations.flatMap((operation) => {
    const { method } = operation.older;
    if (!['POST', 'PUT', 'PATCH'].includes(method)) return [];
    const makes = method === 'POST';
    const own = reads.get(makes ? `${operation.path}/{}` : operation.path);
    const list = makes ? undefined : reads.get(operation.path.replace(/\/\{\}$/, ''));
    const read = own ? [{ source: own, pick: (answer: unknown) => answer }] : [];
    const answered = { source: operation, pick: (answer: unknown) => answer };
    const sources = [
      ...(makes ? [answered, ...read] : [...read, answered]),
      ...(list && list !== own ? [{ source: list, pick: onlyItem }] : []),
    ];
    const touched = sources.filter(({ source }) => [...source.changes, ...operation.changes].some(isChosen));
    if (touched.length === 0) return [];
    const write = clientWrite(operation);
    return write
      ? (firstOf(
          touched.map(
            ({ source, pick }) =>
              () =>
                updateOf(write, source, pick),
          ),
        ) ?? [])
      : [];
  });
}

function firstOf<T>(options: readonly (() => T | null)[]): T | null {
  for (const option of options) {
    const found = option();
    if (found) return found;
  }
  return null;
}

function updateOf(write: ClientWrite, source: CrossedOperation, pick: Update['pick']): Update | null {
  const read = clientRead(source);
  if (!read) return null;
  const isList = source.path !== write.operation.path;
  const shown = new Set(namesIn(isList ? listedIn(read.schemas.newer) : read.schemas.newer));
  const shared = write.names.newer.filter((name) => shown.has(name));
  return shared.length === 0 ? null : { read, write, pick, shared, look: lookOnce(read, write, pick) };
}

function lookOnce(read: ClientRead, write: ClientWrite, pick: Update['pick']): Update['look'] {
  const known = new WeakMap<object, Looked | null>();
  const lookAt = (stored: object): Looked | null => {
    const answer = read.show(stored);
    const [is, shown] = [pick(answer?.newer), pick(answer?.older)];
    if (!isRecord(is) || !isRecord(shown)) return null;
    const kept = write.sendNewer(onlyMembers(is, write.names.newer))?.body;
    return { is, shown, expected: isRecord(kept) ? kept : is };
  };
  return (stored) => {
    const before = known.get(stored);
    if (before !== undefined) return before;
    const looked = lookAt(stored);
    known.set(stored, looked);
    return looked;
  };
}

/** An object with some of its members, those that are undefined left out. */
export function onlyMembers(value: Members, names: readonly string[]): Members {
  const some: Record<string, unknown> = {};
  for (const name of names) if (value[name] !== undefined) setMember(some, name, value[name]);
  return some;
}

/** The schema of the list in a page; the schema itself where it is no object. */
function listedIn(schema: unknown): unknown {
  const node = readNode(schema);
  if (node.kind === 'wrapper') return listedIn(node.inner);
  if (node.kind !== 'object') return schema;
  return [...node.members.values()].find((member) => readNode(member).kind === 'array') ?? null;
}

/** The item of a list, or of the list in a page, that has one. */
function onlyItem(answer: unknown): unknown {
  const list = Array.isArray(answer) ? answer : Object.values(Object(answer) as object).find(Array.isArray);
  return list?.length === 1 ? (list[0] as unknown) : undefined;
}
