import type { $ZodType } from 'zod/v4/core';
import type { Versions } from '../../changes/known-versions.js';
import type { OutputOf } from '../../changes/reshape.js';
import { lens } from '../../lens/lens.js';
import { ShapeTooNew } from '../../lens/shape-errors.js';
import { storedShape } from '../../lens/stored-shape.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import type { Schema } from '../../schema/standard-schema.js';
import { compareVersions } from '../../text/version-order.js';
import type { Webhook } from './webhook.js';

/** The shapes of a webhook's events: how one is stored, and which body endpoints of each version get. */
export class EventShapes<S extends Schema = Schema> {
  readonly #write: (value: unknown) => unknown;
  readonly #ways = new Map<string, (data: unknown) => unknown>();

  constructor(
    readonly webhook: Webhook<S>,
    readonly versions: Versions,
  ) {
    const stored = lens(webhook.payload, versions, { name: webhook.name });
    this.#write = (value) => stored.write(value as OutputOf<S>);
  }

  /** The event as it is stored, in the newest released shape. Throws a ShapeMismatch for a value that does not fit. */
  store(value: OutputOf<S>): { readonly shape: string; readonly data: string } {
    return { shape: this.versions.newest, data: JSON.stringify(this.#write(value)) };
  }

  /**
   * The body of a stored event for endpoints of a version. Throws a ShapeTooNew for an event of a shape that only a newer build knows, a RangeError
   * for a version or a shape that is gone, and a ShapeMismatch or the error of a change for a value that cannot be converted.
   */
  bodyFor(version: string, { shape, data }: { readonly shape: string; readonly data: string }): string {
    if (shape === version) return data;
    return JSON.stringify(this.#way(shape, version)(JSON.parse(data)));
  }

  #way(shape: string, version: string): (data: unknown) => unknown {
    const key = JSON.stringify([shape, version]);
    const known = this.#ways.get(key);
    if (known) return known;
    const way = this.#makeWay(shape, version);
    this.#ways.set(key, way);
    return way;
  }

  #makeWay(shape: string, version: string): (data: unknown) => unknown {
    const { webhook, versions } = this;
    for (const one of [shape, version])
      if (!versions.names.includes(one) && compareVersions(one, versions.newest) > 0)
        throw new ShapeTooNew(webhook.name, one, versions.newest);
    const treeIn = (one: string): $ZodType => zodTreeOf(versions.schemaOf(webhook.payload, one))!;
    const subject = webhook.name;
    return versions.positionOf(shape) >= versions.positionOf(version)
      ? storedShape(treeIn(shape), versions.hopsBetween(shape, version), { subject, version, live: shape }).write
      : storedShape(treeIn(version), versions.hopsBetween(version, shape), { subject, version: shape, live: version })
          .read;
  }
}
