import { pathOf } from '../table/path.js';
import {
  decoded,
  exactSpelling,
  foldCase,
  loosestSpelling,
  nearestSpelling,
  type PathSpelling,
  respelled,
} from '../table/path-spelling.js';
import type { Method } from '../declare/method.js';
import type { Entry } from './entry.js';
import { matchMixed, type MixedSegment, mixedSegment, weightOf } from './mixed-segment.js';

/** A node of the tree of all paths: one segment. */
interface Branch<Answer> {
  texts: Map<string, Branch<Answer>> | null;
  /** The same by their text without its case; of several, the first. */
  folded: Map<string, Branch<Answer>> | null;
  /** The subtrees under segments with parameters beside text, those that say more first. */
  mixed: { readonly segment: MixedSegment; readonly branch: Branch<Answer> }[] | null;
  /** The subtree under a parameter. */
  parameter: Branch<Answer> | null;
  /** Most requests are GET, so it needs no lookup. */
  get: Entry<Answer> | null;
  others: Map<string, Entry<Answer>> | null;
}

const slash = 47;
const sprout = <Answer>(): Branch<Answer> => ({
  texts: null,
  folded: null,
  mixed: null,
  parameter: null,
  get: null,
  others: null,
});

/** Finds entries by method and path in a tree of path segments. Plain text wins over parameters, and so does what has text beside them. */
export class RouteIndex<Answer> {
  readonly #root = sprout<Answer>();
  readonly #methods = new Set<Method>();
  readonly #spelling: () => PathSpelling;

  /** `spelling` is asked for each request: what routes requests may be known only when the first one comes. */
  constructor(spelling: () => PathSpelling = () => exactSpelling) {
    this.#spelling = spelling;
  }

  add(entry: Entry<Answer>, method: Method, path: string): void {
    this.#methods.add(method);
    let branch = this.#root;
    for (const segment of path.split('/').slice(1)) branch = grow(branch, segment);
    if (method === 'GET') branch.get = entry;
    else (branch.others ??= new Map()).set(method, entry);
  }

  /** Adds the parameters of the path of a request's target to `values`, decoded where that can be, by position. */
  find(method: string, url: string, values: string[] = []): Entry<Answer> | null {
    return this.#find(method, pathOf(url), values, this.#spelling());
  }

  /** The entry of a path that is spelled otherwise than requests may spell it. */
  findNear(method: string, url: string, values: string[] = []): Entry<Answer> | null {
    const path = pathOf(url);
    return path.startsWith('/') ? this.#find(method, nearestSpelling(path), values, loosestSpelling) : null;
  }

  #find(method: string, sent: string, values: string[], spelling: PathSpelling): Entry<Answer> | null {
    if (sent.charCodeAt(0) !== slash) return null;
    const path = respelled(sent, spelling);
    const end = path.length;
    const isLonger = spelling.trailingSlash === 'ignore' && end > 1 && path.charCodeAt(end - 1) === slash;
    return descend(
      this.#root,
      { method, path, end: isLonger ? end - 1 : end, isFolding: !spelling.caseSensitive },
      1,
      values,
    );
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
  const folded = (branch.folded ??= new Map<string, Branch<Answer>>());
  if (!folded.has(foldCase(text))) folded.set(foldCase(text), next);
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

/** What is looked for: a method, and a path up to its end. */
interface Wanted {
  readonly method: string;
  readonly path: string;
  readonly end: number;
  /** Whether the case of letters makes no difference. */
  readonly isFolding: boolean;
}

/** An empty segment never matches a parameter: `/users/` is not `/users/{id}`. */
function descend<Answer>(
  branch: Branch<Answer>,
  wanted: Wanted,
  start: number,
  values: string[],
): Entry<Answer> | null {
  const { method, path, end, isFolding } = wanted;
  if (start > end) return method === 'GET' ? branch.get : (branch.others?.get(method) ?? null);
  const next = path.indexOf('/', start);
  const stop = next < 0 || next > end ? end : next;
  const segment = decoded(path.slice(start, stop));
  const text = branch.texts?.get(segment) ?? (isFolding ? branch.folded?.get(foldCase(segment)) : undefined);
  const entry = text === undefined ? null : descend(text, wanted, stop + 1, values);
  if (entry !== null || segment === '') return entry;
  const known = values.length;
  for (const { segment: mixed, branch: under } of branch.mixed ?? []) {
    const found = matchMixed(mixed, segment, isFolding);
    if (found === null) continue;
    values.push(...found);
    const below = descend(under, wanted, stop + 1, values);
    if (below !== null) return below;
    values.length = known;
  }
  if (branch.parameter === null) return null;
  values.push(segment);
  const below = descend(branch.parameter, wanted, stop + 1, values);
  if (below === null) values.length = known;
  return below;
}
