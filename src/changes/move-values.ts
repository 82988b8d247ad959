import { readerOf } from '../schema/members.js';
import type { Path } from './lineage.js';
import { type Values, without } from './object-shape.js';
import { isObject } from '../json/json.js';

/** Whether a shape has a member at a path. */
type Has = (path: Path) => boolean;

/** Where a member is, and where it shall be. */
interface Way {
  readonly from: Path;
  readonly to: Path;
}

/**
 * Converts values of one object shape to another in which some members stand elsewhere. Objects that only the other one has are made,
 * also empty ones; what only this one has is left out, and so is what it does not declare where the other one has a member.
 */
export function moverOf(moves: readonly Way[], source: Has, target: Has): (value: Values) => Values {
  const missingIn = (has: Has, path: Path) => prefixesOf(path).find((part) => !has(part));
  const dropped = moves.flatMap(({ from, to }) => [missingIn(target, from) ?? from, missingIn(source, to) ?? []]);
  const made = moves.flatMap(({ to }) => prefixesOf(to).filter((part) => part.length < to.length && !source(part)));
  return (value) => {
    const found = moves.map(({ from }) => valueAt(value, from));
    const left = dropped.reduce(dropValue, value);
    const held = made.reduce((current, path) => putValue(current, path, valueAt(current, path) ?? {}), left);
    return moves.reduce(
      (current, { to }, index) => (found[index] === undefined ? current : putValue(current, to, found[index])),
      held,
    );
  };
}

const prefixesOf = (path: Path): readonly Path[] => path.map((_, index) => path.slice(0, index + 1));

const valueAt = (value: Values, path: Path): unknown =>
  path.reduce<unknown>((current, name) => (isValues(current) ? readerOf(name)(current) : undefined), value);

function dropValue(value: Values, [head, ...rest]: Path): Values {
  if (head === undefined) return value;
  if (rest.length === 0) return without(value, new Set([head]));
  const inner = readerOf(head)(value);
  return isValues(inner) ? { ...value, [head]: dropValue(inner, rest) } : value;
}

function putValue(value: Values, [head = '', ...rest]: Path, member: unknown): Values {
  if (rest.length === 0) return { ...value, [head]: member };
  const inner = readerOf(head)(value);
  return { ...value, [head]: putValue(isValues(inner) ? inner : {}, rest, member) };
}

const isValues = (value: unknown): value is Values => isObject(value);
