import { operationChangesOf } from '../../routing/changes/operation.js';
import type { Change } from '../../changes/change.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { hasMember, hasMembers, membersAt } from '../losses.js';
import type { ClientWrite } from './client-exchange.js';

/** A loss on the way down and up again is accepted as such, also in words; one of what clients never saw, only as a loss of updates. */
export function isDeclared(changes: readonly Change[], path: string, isShown: boolean): boolean {
  const reshapes = changes.flatMap((change) => change.reshapes);
  if (isShown && reshapes.some(({ loses, trees }) => loses.down.length > 0 && !hasMembers(trees.after))) return true;
  const declared = [...reshapes, ...changes.flatMap(operationChangesOf)];
  const names = declared.flatMap(({ loses }) => [...loses.update, ...(isShown ? loses.down : [])]);
  return isNamed(path, names);
}

/** Whether names include a member, what is around it, or what is in it. */
export const isNamed = (path: string, names: readonly string[]) =>
  names.some((name) => `.${path}.`.includes(`.${name}.`));

/** The change that has to do with a member, and its line. */
export function blamed(write: ClientWrite, changes: readonly Change[], path: string) {
  const steps = path.split('.');
  const inside = reshapesIn([write.schemas.newer]);
  const below = reshapesIn(membersAt(write.schemas.newer, steps));
  const parts = changes.flatMap((change) =>
    change.reshapes.map((reshape) => ({
      change,
      source: reshape.source() ?? change.source(),
      isInside: inside.has(reshape.source),
      isBelow: below.has(reshape.source),
      has: [reshape.trees.after, reshape.trees.before].map((tree) => hasMember(tree, steps.slice(-1))),
    })),
  );
  const change = changes.find(({ operations }) => operations.length > 0) ?? changes[0]!;
  return (
    parts.find(({ isInside, has: [after, before] }) => isInside && after && !before) ??
    parts.find(({ isBelow }) => isBelow) ??
    parts.find(({ isInside, has: [after] }) => isInside && after) ??
    parts.find(({ has: [after] }) => after) ?? { change, source: change.source() }
  );

  function reshapesIn(schemas: readonly unknown[]) {
    const trees = schemas.map(zodTreeOf).filter((tree) => tree !== null);
    return new Set(trees.flatMap((tree) => write.operation.hop.reshapesIn(tree).map(({ reshape }) => reshape.source)));
  }
}
