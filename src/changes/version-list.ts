import type { $ZodType } from 'zod/v4/core';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import type { Schema } from '../schema/standard-schema.js';
import { unknownName } from '../text/nearest-name.js';
import { compareVersions, NEXT } from '../text/version-order.js';
import type { Deprecation } from './deprecation.js';
import { type KnownVersion, type Versions, versionsBrand } from './known-versions.js';
import type { Behaviour } from './behaviour.js';
import { compileHops } from './compile-hop.js';
import { previewHops } from './preview-hops.js';
import type { PreviewPart } from './preview-part.js';
import { shapeDifferences } from './frozen-differences.js';
import type { Hop } from './hop.js';
import { describeValue, requireTree } from './read-arguments.js';
import type { OutputOf } from './reshape.js';
import { hopsTo, lower, loweringThrough, raise, raisingThrough } from './through-hops.js';

/** The versions that `defineVersions` lists. */
export class VersionList implements Versions {
  readonly [versionsBrand] = true;
  readonly released: readonly KnownVersion[];
  readonly names: readonly string[];
  readonly served: readonly string[];
  readonly newest: string;
  readonly live: string;
  readonly hasNext: boolean;
  readonly above: readonly Hop[];
  readonly #positions: ReadonlyMap<string, number>;
  /** Newest first. */
  readonly #hops: readonly Hop[];
  readonly #meet: (schemas: readonly $ZodType[]) => void;
  /** Shapes that callers named, and those of versions that they are equal to. */
  readonly #compared = new WeakMap<$ZodType, WeakSet<$ZodType>>();
  readonly #behaviours: ReadonlyMap<string, number>;

  /** `list`: at least one version, the oldest first. */
  constructor(
    readonly list: readonly KnownVersion[],
    readonly servesNext: boolean,
    readonly previews: readonly PreviewPart[],
    on: readonly string[] = [],
  ) {
    this.served = Object.freeze(list.map(({ version }) => version));
    this.released = Object.freeze(list.filter(({ version }) => version !== NEXT));
    this.names = Object.freeze(this.released.map(({ version }) => version));
    this.newest = this.names.at(-1)!;
    this.live = this.served.at(-1)!;
    this.hasNext = this.live === NEXT;
    this.#positions = new Map(this.served.map((version, position) => [version, position]));
    const off = previewHops(previews.filter(({ name }) => !on.includes(name)));
    const { hops, meet } = compileHops([...list, ...off]);
    this.above = Object.freeze(hops.slice(0, off.length));
    this.#hops = hops.slice(off.length);
    this.#meet = meet;
    this.#behaviours = new Map(list.flatMap(({ behaviours }, position) => behaviours.map(({ id }) => [id, position])));
    Object.freeze(this);
  }

  having(previews: readonly string[]): Versions {
    return new VersionList(this.list, this.servesNext, this.previews, previews);
  }

  positionOf(version: string): number {
    const position = this.#positions.get(version);
    if (position !== undefined) return position;
    throw new RangeError(unknownName('version', String(version), this.names));
  }

  deprecationOf(version: string): Deprecation | null {
    return this.list[this.positionOf(version)]!.deprecation;
  }

  latestNotAfter(named: string): string {
    if (compareVersions(named, this.newest) > 0) return named;
    return this.names.findLast((version) => compareVersions(version, named) <= 0) ?? named;
  }

  has(behaviour: Behaviour, version: string | null): boolean {
    const since = this.#behaviours.get(behaviour.id);
    if (since === undefined)
      throw new RangeError(
        `No version lists the behaviour "${behaviour.id}". Put it into the changes of one; the oldest may have behaviours too.`,
      );
    return version === null || this.positionOf(version) >= since;
  }

  hopsBetween(newer: string, older: string): readonly Hop[] {
    const last = this.served.length - 1;
    return this.#hops.slice(last - this.positionOf(newer), last - this.positionOf(older));
  }

  meet(schemas: readonly unknown[]): void {
    this.#meet(schemas.map(zodTreeOf).filter((tree) => tree !== null));
  }

  schemaOf<S extends Schema>(schema: S, version: string, from?: string): S | $ZodType {
    const tree =
      from === undefined || from === this.live ? this.#known(schema, 'schemaOf') : treeOf(schema, 'schemaOf');
    const hops = from === undefined ? hopsTo(this, version) : this.hopsBetween(from, version);
    const older = hops.reduce((current, hop) => hop.older(current), tree);
    return older === tree ? schema : older;
  }

  down<S extends Schema>(schema: S, value: OutputOf<S>, version: string): unknown;
  down<S extends Schema, Older extends Schema>(
    schema: S,
    value: OutputOf<S>,
    version: string,
    shape: Older,
  ): OutputOf<Older>;
  down(schema: Schema, value: unknown, version: string, shape?: Schema): unknown {
    if (shape !== undefined) this.#requireShape(schema, version, shape, 'down');
    const hops = hopsTo(this, version);
    return lower(loweringThrough(this.#known(schema, 'down'), hops), value);
  }

  up<S extends Schema>(schema: S, value: unknown, version: string, shape?: Schema): OutputOf<S> {
    if (shape !== undefined) this.#requireShape(schema, version, shape, 'up');
    const hops = hopsTo(this, version);
    return raise(raisingThrough(this.#known(schema, 'up'), hops), value) as OutputOf<S>;
  }

  /** Throws a TypeError where a caller names another shape than the version has. */
  #requireShape(schema: Schema, version: string, shape: Schema, form: 'down' | 'up'): void {
    const given = treeOf(shape, form);
    const own = treeOf(this.schemaOf(schema, version), form);
    const compared = this.#compared.get(given) ?? new WeakSet();
    this.#compared.set(given, compared);
    if (compared.has(own)) return;
    const [difference] = shapeDifferences(
      { name: 'the argument', schema: given },
      { name: `version ${version}`, schema: own },
    );
    if (difference !== undefined)
      throw new TypeError(
        `versions.${form}(): the fourth argument is not the shape of version ${version}: ${difference}. Write the shape that this version has.`,
      );
    compared.add(own);
  }

  #known(schema: Schema, form: string): $ZodType {
    const tree = treeOf(schema, form);
    this.#meet([tree]);
    return tree;
  }
}

const treeOf = (schema: unknown, form: string) =>
  requireTree(
    schema,
    `versions.${form}() takes a schema, but received ${describeValue(schema)}. Write the newest shape, such as User.`,
  );
