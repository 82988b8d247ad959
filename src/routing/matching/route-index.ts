import { originForm } from '../table/path.js';
import type { Method } from '../declare/method.js';
import type { Entry } from './entry.js';
import { matchMixed, type MixedSegment, mixedSegment, weightOf } from './mixed-segment.js';

/** A node of the tree of all paths: one segment. */
interface Branch<Answer> {
  texts: Map<string, Branch<Answer>> | null;
  /** The subtrees under segments with parameters beside text, those that say more first. */
  mixed: { readonly segment: MixedSegment; readonly branch: Branch<Answer> }[] | null;
  /** The subtree under a parameter. */
  parameter: Branch<Answer> | null;
  /** Most requests are GET, so it needs no lookup. */
  get: Entry<Answer> | null;
  others: Map<string, Entry<Answer>> | null;
}

const slash = 47;
const sprout = <Answer>(): Branch<Answer> => ({ texts: null, mixed: null, parameter: null, get: null, others: null });

/** Finds entries by method and path in a tree of path segments. Plain text wins over parameters, and so does what has text beside them. */
export class RouteIndex<Answer> {
  readonly #root = sprout<Answer>();
  readonly #methods = new Set<Method>();
  readonly #strict: boolean;

  /** When `strict` is false, a trailing slash makes no difference. */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  add(entry: Entry<Answer>, method: Method, path: string): void {
    this.#methods.add(method);
    let branch = this.#root;
    for (const segment of path.split('/').slice(1)) branch = grow(branch, segment);
    if (method === 'GET') branch.get = entry;
    else (branch.others ??= new Map()).set(method, entry);
  }

  /** `url` is a request's target whose percent-encoding is well-formed. Adds the path's parameters to `values`, decoded, by position. */
  find(method: string, url: string, values: string[] = []): Entry<Answer> | null {
    const target = originForm(url);
    const query = target.indexOf('?');
    const end = query < 0 ? target.length : query;
    const stop = !this.#strict && end > 1 && target.charCodeAt(end - 1) === slash ? end - 1 : end;
    return descend(this.#root, method, target, 1, stop, values);
  }

  /** Every method's entry at a path. */
  findAll(url: string): readonly { readonly method: Method; readonly entry: Entry<Answer> }[] {
    return [...this.#methods].flatMap((method) => {
      const entry = this.find(method, url);
      return entry ? [{ method, entry }] : [];
    });
  }
}

function grow<Answer>(branch: Branch<Answer>, segment: string): Branch<Answer> {
  if (/^\{[^{}]*\}$/.test(segment)) return (branch.parameter ??= sprout());
  if (segment.includes('{')) return growMixed(branch, mixedSegment(segment));
  const texts = (branch.texts ??= new Map<string, Branch<Answer>>());
  const text = decodeURIComponent(segment);
  const next = texts.get(text) ?? sprout<Answer>();
  texts.set(text, next);
  return next;
}

function growMixed<Answer>(branch: Branch<Answer>, segment: MixedSegment): Branch<Answer> {
  const all = (branch.mixed ??= []);
  const known = all.find((one) => one.segment.join('{') === segment.join('{'));
  if (known) return known.branch;
  const grown = { segment, branch: sprout<Answer>() };
  all.push(grown);
  all.sort((left, right) => weightOf(right.segment) - weightOf(left.segment));
  return grown.branch;
}

/** An empty segment never matches a parameter: `/users/` is not `/users/{id}`. */
function descend<Answer>(
  branch: Branch<Answer>,
  method: string,
  path: string,
  start: number,
  end: number,
  values: string[],
): Entry<Answer> | null {
  if (start > end) return method === 'GET' ? branch.get : (branch.others?.get(method) ?? null);
  const next = path.indexOf('/', start);
  const stop = next < 0 || next > end ? end : next;
  const raw = path.slice(start, stop);
  const segment = raw.includes('%') ? decodeURIComponent(raw) : raw;
  const text = branch.texts?.get(segment);
  const entry = text === undefined ? null : descend(text, method, path, stop + 1, end, values);
  if (entry !== null || segment === '') return entry;
  const known = values.length;
  for (const { segment: mixed, branch: under } of branch.mixed ?? []) {
    const found = matchMixed(mixed, segment);
    if (found === null) continue;
    values.push(...found);
    const below = descend(under, method, path, stop + 1, end, values);
    if (below !== null) return below;
    values.length = known;
  }
  if (branch.parameter === null) return null;
  values.push(segment);
  const below = descend(branch.parameter, method, path, stop + 1, end, values);
  if (below === null) values.length = known;
  return below;
}
