import type { $ZodType } from 'zod/v4/core';
import { compareVersions, NEXT } from '../../text/version-order.js';
import { type DeprecatedOptions, readDeprecation } from '../declare/deprecated.js';
import type { Deprecation } from '../declare/route-facts.js';
import { unknownName } from '../../text/nearest-name.js';
import { type Change, isChange } from './change.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { OutputOf } from './reshape.js';
import { lastWordOf } from './last-word.js';
import { describeValue, requireList, requireOptions, requireTree } from './read-arguments.js';
import { Hop, type Step } from './hop.js';
import { type Behaviour, isBehaviour } from './behaviour.js';

/** A version and what it changed. */
export interface VersionEntry {
  readonly version: string;
  readonly changes?: readonly (Change | Behaviour)[];
  /** The dates of all its routes; a route's own `@Deprecated` wins. */
  readonly deprecated?: DeprecatedOptions;
}

export interface KnownVersion {
  readonly version: string;
  readonly changes: readonly Change[];
  readonly behaviours: readonly Behaviour[];
  readonly deprecation: Deprecation | null;
}

/** What is written and not released. */
export interface NextOptions {
  /** The changes that no version has yet; handlers are written for them, and `svc release` makes a version of them. */
  readonly next?: readonly (Change | Behaviour)[];
  /** Whether requests that name `next` are answered; true by default. */
  readonly serveNext?: boolean;
}

/** All versions of an API, and the hops between them. */
export class Versions {
  /** Everything that handlers are served in: the released versions, oldest first, and `next` where it is declared. */
  readonly list: readonly KnownVersion[];
  /** The released versions, oldest first. */
  readonly names: readonly string[];
  /** The names of `list`. */
  readonly served: readonly string[];
  readonly #positions: ReadonlyMap<string, number>;
  /** The hop at a position leads from that version to the one before it; the oldest has none. */
  readonly #hops: readonly (Hop | null)[];
  readonly #behaviours = new Map<string, number>();

  constructor(
    list: readonly KnownVersion[],
    /** Whether requests may name `next`. */
    readonly servesNext: boolean,
  ) {
    this.list = list;
    this.served = Object.freeze(list.map(({ version }) => version));
    this.names = Object.freeze(this.served.filter((version) => version !== NEXT));
    this.#positions = new Map(this.served.map((version, position) => [version, position]));
    const newer: Hop[] = [];
    this.#hops = list
      .toReversed()
      .map(({ version, changes }, index) => {
        const previous = this.served[list.length - index - 2];
        if (previous === undefined) return null;
        const hop = new Hop(version, previous, changes, [...newer]);
        for (const one of newer) one.earlier.push(hop);
        newer.push(hop);
        return hop;
      })
      .toReversed();
    list.forEach(({ behaviours }, position) => {
      for (const { id } of behaviours) this.#behaviours.set(id, position);
    });
    Object.freeze(this);
  }

  /** The newest released version. */
  get newest(): string {
    return this.names.at(-1)!;
  }

  /** What handlers are written for: `next` where it is declared, else the newest version. */
  get live(): string {
    return this.served.at(-1)!;
  }

  get hasNext(): boolean {
    return this.live === NEXT;
  }

  /** Throws a RangeError for a version that is not in the list. */
  positionOf(version: string): number {
    const position = this.#positions.get(version);
    if (position !== undefined) return position;
    throw new RangeError(unknownName('version', String(version), this.names));
  }

  /** The dates of a whole version; null when it has none. Throws a RangeError for a version that is not in the list. */
  deprecationOf(version: string): Deprecation | null {
    return this.list[this.positionOf(version)]!.deprecation;
  }

  /** The newest version that is not after a named one; the name itself before the first and after the newest. */
  latestNotAfter(named: string): string {
    if (compareVersions(named, this.newest) > 0) return named;
    return this.names.findLast((version) => compareVersions(version, named) <= 0) ?? named;
  }

  /** Whether a version, or what handlers are written for when it is null, has a behaviour. Throws a RangeError for one that no version lists. */
  has(behaviour: Behaviour, version: string | null): boolean {
    const since = this.#behaviours.get(behaviour.id);
    if (since === undefined)
      throw new RangeError(
        `No version lists the behaviour "${behaviour.id}". Put it into the changes of one; the oldest may have behaviours too.`,
      );
    return version === null || this.positionOf(version) >= since;
  }

  /** The hops from one version down to an older one, newest first. */
  hopsBetween(newer: string, older: string): readonly Hop[] {
    return this.#hops
      .slice(this.positionOf(older) + 1, this.positionOf(newer) + 1)
      .filter((hop) => hop !== null)
      .toReversed();
  }

  /** The form of a schema in a version; the schema is written for `from`, by default what handlers are written for. */
  schemaOf<S extends Schema>(schema: S, version: string, from: string = this.live): S | $ZodType {
    const tree = treeOf(schema, 'schemaOf');
    const older = this.hopsBetween(from, version).reduce((current, hop) => hop.older(current), tree);
    return older === tree ? schema : older;
  }

  /** Converts a value of the shape that handlers return to a version's; keeps members that no schema declares. */
  down<S extends Schema>(schema: S, value: OutputOf<S>, version: string): unknown {
    const step = this.downStep(treeOf(schema, 'down'), this.hopsBetween(this.live, version));
    return step ? step(value) : value;
  }

  /** Converts a value of a version's shape to the one that handlers take. */
  up<S extends Schema>(schema: S, value: unknown, version: string): OutputOf<S> {
    const step = this.upStep(treeOf(schema, 'up'), this.hopsBetween(this.live, version));
    return (step ? step(value) : value) as OutputOf<S>;
  }

  /** One function that converts a value down every hop; null when none of them changes it. */
  downStep(schema: $ZodType, hops: readonly Hop[]): Step | null {
    const steps: Step[] = [];
    hops.reduce((current, hop) => {
      const step = hop.step(current, 'down');
      if (step) steps.push(step);
      return hop.older(current);
    }, schema);
    return compose(steps);
  }

  /** One function that converts a parsed value up every hop, the oldest first; null when none of them changes it. */
  upStep(schema: $ZodType, hops: readonly Hop[]): Step | null {
    const steps: Step[] = [];
    hops.reduce((current, hop) => {
      const step = hop.step(current, 'up');
      if (step) steps.unshift(step);
      return hop.olderBare(current);
    }, schema);
    return compose(steps);
  }

  /** How a request of an older version is read: its own schema, the way up, and the newest schema's last word. */
  reading(
    schema: $ZodType,
    hops: readonly Hop[],
  ): { readonly schema: $ZodType; readonly up: Step; readonly finish: $ZodType } | null {
    const up = this.upStep(schema, hops);
    if (!up) return null;
    return {
      schema: hops.reduce((current, hop) => hop.olderBare(current), schema),
      up,
      finish: lastWordOf(schema, hops),
    };
  }
}

const treeOf = (schema: unknown, form: string) =>
  requireTree(
    schema,
    `versions.${form}() takes a schema, but received ${describeValue(schema)}. Write the newest shape, such as User.`,
  );

function compose(steps: readonly Step[]): Step | null {
  if (steps.length <= 1) return steps[0] ?? null;
  return (value) => steps.reduce((current, step) => step(current, Object.is(current, value)), value);
}

/**
 * All versions of an API, oldest first: `defineVersions(['1', { version: '2', changes: [namesAndTags] }], { next: [] })`. Throws a TypeError
 * for a list that is not in order or names something twice.
 */
export function defineVersions(entries: readonly (string | VersionEntry)[], options: NextOptions = {}): Versions {
  if (!Array.isArray(entries) || entries.length === 0)
    throw new TypeError(
      "defineVersions() takes the versions, oldest first: defineVersions(['1', { version: '2', changes: [] }]).",
    );
  const list = entries.map((entry) => readEntry(typeof entry === 'string' ? { version: entry } : entry));
  const repeated = list.find(({ version }, index) => list.findIndex((other) => other.version === version) !== index);
  if (repeated) throw new TypeError(`defineVersions() lists version "${repeated.version}" twice.`);
  if (list[0]!.changes.length > 0)
    throw new TypeError(
      `Version "${list[0]!.version}" is the oldest, so its changes have no version to lead to. Move them to the version that made them. If an older version was removed, delete them, and keep behaviours.`,
    );
  const next = readNext(options);
  const all = Object.freeze(next ? [...list, next] : list);
  refuseRepeated(all);
  return new Versions(all, options.serveNext ?? true);
}

function readNext(options: NextOptions): KnownVersion | null {
  requireOptions(options, ['next', 'serveNext'], 'defineVersions()', '{ next: [addedTags] }');
  const { next, serveNext } = options;
  if (serveNext !== undefined && typeof serveNext !== 'boolean')
    throw new TypeError(`defineVersions(): serveNext is ${describeValue(serveNext)}. Write true or false.`);
  if (next === undefined) return null;
  return knownVersion(NEXT, next, undefined, 'defineVersions(): next');
}

/** An id names one change, in locks, findings and `--only`. */
function refuseRepeated(list: readonly KnownVersion[]): void {
  const seen = new Map<string, { readonly version: string; readonly entry: Change | Behaviour }>();
  for (const { version, changes, behaviours } of list)
    for (const entry of [...changes, ...behaviours]) {
      const first = seen.get(entry.id);
      if (first?.entry === entry)
        throw new TypeError(
          `"${entry.title}" is listed twice, in version ${first.version} and in version ${version}. List it in the version that made it.`,
        );
      if (first)
        throw new TypeError(
          `Version ${first.version} and version ${version} each have a change with the id "${entry.id}". Give one of them another title, or an id.`,
        );
      seen.set(entry.id, { version, entry });
    }
}

function readEntry(entry: VersionEntry): KnownVersion {
  requireOptions(
    entry,
    ['version', 'changes', 'deprecated'],
    'defineVersions()',
    "'1' or { version: '2', changes: [] }",
  );
  const { version, changes = [], deprecated } = entry;
  if (typeof version !== 'string' || version === '')
    throw new TypeError(
      `defineVersions(): ${JSON.stringify(version)} is not a version. Write a string such as '2' or '2026-09-01'.`,
    );
  if (version === NEXT)
    throw new TypeError(
      `defineVersions(): "${NEXT}" names what is not released, and is no version. Write its changes as defineVersions([…], { next: […] }).`,
    );
  return knownVersion(version, changes, deprecated, `Version "${version}": changes`);
}

function knownVersion(
  version: string,
  changes: VersionEntry['changes'] & {},
  deprecated: VersionEntry['deprecated'],
  list: string,
): KnownVersion {
  requireList(changes, (one) => isChange(one) || isBehaviour(one), {
    list,
    entry: 'a change or a behaviour',
    write: `${list.endsWith('next') ? 'next' : 'changes'}: [change({ title, … })]`,
  });
  return Object.freeze({
    version,
    changes: Object.freeze(changes.filter(isChange)),
    behaviours: Object.freeze(changes.filter(isBehaviour)),
    deprecation: deprecated ? readDeprecation(deprecated, `Version "${version}": deprecated.`) : null,
  });
}
