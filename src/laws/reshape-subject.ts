import type { $ZodType } from 'zod/v4/core';
import { findMisfits } from '../schema/find-misfits.js';
import { standFor } from '../schema/identity.js';
import { standsFor } from '../schema/node.js';
import { rebuild } from '../schema/zod-tree.js';
import type { Change } from '../routing/changes/change.js';
import { FrozenForms } from '../routing/changes/frozen-forms.js';
import { lastWordOf } from '../routing/changes/last-word.js';
import type { Direction, Hop } from '../routing/changes/hop.js';
import { nameOfSchema } from '../routing/changes/schema-name.js';
import type { Reshape } from '../routing/changes/reshape.js';
import { describeShape } from './lock/describe-shape.js';
import { hasMembers, unknownLosses } from './losses.js';
import { showShape } from './show.js';
import { type Finished, finishWith, runChange, type Subject, type Way, wordsIn } from './way.js';

/** What a reshape converts; null where a newer change has already replaced its schema, and where no operation uses it. */
export function reshapeSubject(hop: Hop, change: Change, declared: Reshape, position: number): Subject | null {
  const reshape = hop.reshapes.findLast((one) => one.declared === declared)?.reshape;
  if (!reshape) return null;
  const { after, before } = sidesOf(hop, declared, reshape);
  if (hop.find(after)?.reshape !== reshape) return null;
  const finish = finishing(after, hop);
  const asIs = (value: unknown) => ({ value });
  const down = ownStep(reshape, 'down');
  const up = ownStep(reshape, 'up');
  const words = [...wordsIn(reshape.down), ...wordsIn(reshape.up)];
  const ways: (Way | null)[] = [
    down && {
      direction: 'down',
      input: { kind: 'schema', schema: after },
      words,
      convert: down,
      finish: asIs,
      misfits: (value) => findMisfits(before, value),
      back: up && { convert: up, finish, lost: lostOf(after, reshape.loses.down) },
      gone: reshape.loses.up,
      convertsItems: false,
      schemas: { from: after, to: before },
    },
    up && {
      direction: 'up',
      input: { kind: 'schema', schema: before },
      words,
      convert: up,
      finish,
      misfits: (value) => findMisfits(after, value),
      back: down && { convert: down, finish: asIs, lost: lostOf(before, reshape.loses.up) },
      gone: reshape.loses.down,
      convertsItems: false,
      schemas: { from: before, to: after },
    },
  ];
  return {
    change,
    version: hop.version,
    previous: hop.previous,
    name: nameOfSchema(reshape.trees.after, hop) ?? `schema ${position + 1}`,
    source: reshape.source() ?? change.source(),
    shapes: { after: showShape(after), before: showShape(before) },
    ways: ways.filter((way) => way !== null),
    unknownLosses: unknownLosses(reshape, after, before),
    described: () => ({ after: describeShape(after), before: describeShape(before) }),
  };
}

/**
 * The two sides of a reshape in its own version: schemas inside them that newer versions changed have the shape of that version. A frozen
 * constant is what it was, and found as the schema that it stands for.
 */
function sidesOf(hop: Hop, declared: Reshape, { trees }: Reshape) {
  const forms = new FrozenForms();
  const before = hop.asNamed(forms.of(declared.trees.before));
  if (declared.trees.after === trees.after) return { after: hop.asNamed(trees.after), before };
  const after = hop.asNamed(forms.of(declared.trees.after));
  const own = after === declared.trees.after ? rebuild(after, (child) => child) : after;
  return { after: standFor(own, trees.after), before };
}

const lostOf = (schema: $ZodType, names: readonly string[]) =>
  names.length === 0 || hasMembers(schema) ? names : null;

function ownStep(reshape: Reshape, direction: Direction): Way['convert'] | null {
  const own = reshape[direction] as ((value: unknown) => unknown) | null;
  return own && runChange(direction === 'down' ? (value) => own(standsFor(value)) : own, direction);
}

/** The newer schema has the last word: what it refuses of an older request is a 400, and no mistake of the change. */
function finishing(after: $ZodType, hop: Hop): (result: unknown) => Finished {
  const word = lastWordOf(after, [hop]);
  return (value) => finishWith(word, value);
}
