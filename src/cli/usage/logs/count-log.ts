import type { ListedRoute } from '../../../routing/table/route.js';
import { pathShape } from '../../../routing/table/path.js';
import type { ConsumerKind, UsageCount, UsageFilter, UsageReading } from '../../../routing/table/usage.js';
import { makeEntry, selectAnswer } from '../../../routing/matching/entry.js';
import { RouteIndex } from '../../../routing/matching/route-index.js';
import { type VersioningOptions, versioningScheme } from '../../../routing/versioning/versioning.js';
import type { VersionReader } from '../../../routing/versioning/versioning-type.js';
import { defaultVersions, versionsOf } from '../../../routing/versioning/versions.js';
import { isoDay } from '../../../text/date.js';
import type { LoggedRequest } from './parse-log-line.js';
import type { Method } from '../../../routing/declare/method.js';
import { groupBy } from '../../../text/group-by.js';

/** An operation at one of the addresses that it is served at. */
interface Address {
  /** The index takes any word: documents have more methods than services, such as TRACE and QUERY. */
  readonly method: Method;
  readonly path: string;
  readonly version: string | null;
  readonly route: ListedRoute;
}

/** Who a logged request is counted for. */
export type ConsumerField = 'user' | 'agent' | 'address';

/** What is read from logs. */
export interface LogReading extends UsageReading {
  /** How many requests had an operation. */
  readonly matched: number;
  /** Paths that no operation has, the most frequent first, with how often each was called. */
  readonly unmatched: readonly (readonly [path: string, calls: number])[];
  readonly unmatchedCalls: number;
  /** How many requests count for `other`, because as many consumers as are counted apart came before theirs. */
  readonly others: number;
}

/** As many consumers are counted separately; `other` is all others together. */
export const mostConsumers = 10_000;
const mostPaths = 1_000;
const longestName = 200;
const longestPath = 500;

/** Counts the requests of access logs by version, operation, consumer and day. */
export class LogCounter {
  readonly #index = new RouteIndex<ListedRoute>();
  readonly #counts = new Map<string, UsageCount>();
  readonly #consumers = new Set<string>();
  readonly #unmatched = new Map<string, number>();
  #since: number | null = null;
  #matched = 0;
  #unmatchedCalls = 0;
  #others = 0;

  /** `basesOf` are the paths of the servers of a version, below which its operations are. */
  constructor(
    routes: readonly ListedRoute[],
    versioning: VersioningOptions | undefined,
    basesOf: (version: string | null) => readonly string[],
    readonly consumer: ConsumerField | null,
    readonly filter: UsageFilter,
  ) {
    const scheme = versioningScheme(versioning);
    const named = scheme?.locate({ prefix: '', versions: versionsOf(routes) }).read;
    const addresses = routes.flatMap((route) =>
      basesOf(route.version).map(
        (base): Address => ({
          method: route.method as Method,
          path: `${base}${route.path}`,
          version: route.version,
          route,
        }),
      ),
    );
    const groups = groupBy(addresses, ({ method, path }) => `${method} ${pathShape(path)}`);
    const read: VersionReader = (head) => versionFields.get(head) ?? named?.(head) ?? '';
    const reader = scheme && !scheme.sharesPaths ? null : read;
    for (const group of groups.values()) {
      const own = new Map(group.map((address) => [address, address.route] as const));
      const entry = makeEntry(group, own, defaultVersions(versioning), reader, [], null);
      this.#index.add(entry, group[0].method, group[0].path);
      if (entry.method === 'GET' && !groups.has(`HEAD ${entry.shape}`)) this.#index.add(entry, 'HEAD', group[0].path);
    }
  }

  add(request: LoggedRequest): void {
    if (this.#since === null || request.time < this.#since) this.#since = request.time;
    const route = this.#find(request);
    if (!route) return this.#miss(request);
    this.#matched += 1;
    const day = isoDay(new Date(request.time));
    const operation = `${route.method} ${route.path}`;
    const { filter } = this;
    if (filter.version !== undefined && filter.version !== route.version) return;
    if (filter.operation !== undefined && filter.operation !== operation) return;
    if (filter.since !== undefined && day < filter.since) return;
    const named = this.consumer ?? (request.user === null ? 'address' : 'user');
    const name = (request[named] ?? 'unknown').slice(0, longestName);
    if (filter.consumer !== undefined && filter.consumer !== name) return;
    const [kind, consumer] = this.#remember(name) ? [kinds[named], name] : (['other', 'other'] as const);
    if (kind === 'other') this.#others += 1;
    const shownDay = filter.byDay ? day : null;
    const key = JSON.stringify([route.version, operation, kind, consumer, shownDay]);
    const before = this.#counts.get(key);
    const refused = Number(request.status === 410) + (before?.refused ?? 0);
    this.#counts.set(key, {
      version: route.version,
      operation,
      kind,
      consumer,
      day: shownDay,
      calls: (before?.calls ?? 0) + 1,
      refused,
      first: Math.min(before?.first ?? request.time, request.time),
      last: Math.max(before?.last ?? request.time, request.time),
      members: {},
    });
  }

  read(): LogReading {
    return {
      since: this.#since,
      counts: [...this.#counts.values()],
      matched: this.#matched,
      unmatched: [...this.#unmatched].sort(([a, calls], [b, others]) => others - calls || (a < b ? -1 : 1)),
      unmatchedCalls: this.#unmatchedCalls,
      others: this.#others,
    };
  }

  /** A request that does not say which of several versions it wants counts for none of them. */
  #find({ method, url, headers, version }: LoggedRequest): ListedRoute | null {
    const entry = isWellFormed(url) ? this.#index.find(method, url) : null;
    if (!entry) return null;
    const head = { url, headers };
    if (version !== null) versionFields.set(head, version);
    const named = entry.readVersion?.(head) ?? '';
    const [first] = entry.byVersion.values();
    const unnamed = named === '' && first ? (entry.byVersion.size === 1 ? first : { ...first, version: null }) : null;
    return selectAnswer(entry, named) ?? unnamed;
  }

  #miss({ method, url }: LoggedRequest): void {
    this.#unmatchedCalls += 1;
    const path = `${method} ${url.replace(/[?#].*$/s, '')}`.slice(0, longestPath);
    const before = this.#unmatched.get(path);
    if (before !== undefined) this.#unmatched.set(path, before + 1);
    else if (this.#unmatched.size < mostPaths) this.#unmatched.set(ownText(path), 1);
  }

  /** Whether a consumer is among those that are counted apart. */
  #remember(name: string): boolean {
    if (this.#consumers.has(name)) return true;
    if (this.#consumers.size >= mostConsumers) return false;
    this.#consumers.add(ownText(name));
    return true;
  }
}

/** A copy: a part of a text keeps all of the text in memory. */
const ownText = (text: string) => Buffer.from(text).toString();

const kinds: Readonly<Record<ConsumerField, ConsumerKind>> = { user: 'caller', agent: 'custom', address: 'address' };

/** The version that a field of a line holds, for the readers of requests. */
const versionFields = new WeakMap<object, string>();

function isWellFormed(url: string): boolean {
  try {
    decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return true;
  } catch {
    return false;
  }
}
