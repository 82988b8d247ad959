import type { $ZodType } from 'zod/v4/core';
import type { Versions } from './known-versions.js';
import type { Conversion, Hop } from './hop.js';

/** The hops from what handlers are written for to a version, the newest first. Throws a RangeError for an unknown version. */
export function hopsTo(versions: Pick<Versions, 'above' | 'live' | 'hopsBetween'>, version: string): readonly Hop[] {
  const hops = versions.hopsBetween(versions.live, version);
  return versions.above.length === 0 ? hops : [...versions.above, ...hops];
}

/** A schema as requests of an older version are read: what runs on the newest shape is left out. `hops` are newest first. */
export const bareThrough = (schema: $ZodType, hops: readonly Hop[]): $ZodType =>
  hops.reduce((current, hop) => hop.olderBare(current), schema);

/** What converts values of a schema down, the newest version first. */
export function loweringThrough(schema: $ZodType, hops: readonly Hop[]): readonly Conversion[] {
  const conversions: Conversion[] = [];
  hops.reduce((current, hop) => {
    const conversion = hop.conversion(current, 'down');
    if (conversion) conversions.push(conversion);
    return hop.older(current);
  }, schema);
  return conversions;
}

/** What converts values of a schema up, the oldest version first. */
export function raisingThrough(
  schema: $ZodType,
  hops: readonly Hop[],
  course: 'up' | 'direct' = 'up',
): readonly Conversion[] {
  const conversions: Conversion[] = [];
  hops.reduce((current, hop) => {
    const conversion = hop.conversion(current, course);
    if (conversion) conversions.unshift(conversion);
    return hop.olderBare(current);
  }, schema);
  return conversions;
}

/** Runs what `loweringThrough` gives. */
export const lower = (conversions: readonly Conversion[], value: unknown): unknown =>
  conversions.reduce((current, convert) => convert(current), value);

/** Runs what `raisingThrough` gives on what the older version's schema returned. */
export const raise = (conversions: readonly Conversion[], value: unknown): unknown =>
  conversions.reduce((current, convert) => convert(current, Object.is(current, value)), value);
