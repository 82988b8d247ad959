import type { $ZodType } from 'zod/v4/core';
import { findMisfits, type Misfits } from '../schema/find-misfits.js';
import { standFor } from '../schema/identity.js';
import { standsFor } from '../schema/node.js';
import { internalMembers, withoutInternal } from '../schema/without-internal.js';
import { rebuild } from '../schema/zod-tree.js';
import type { Change } from '../changes/change.js';
import { FrozenForms } from '../changes/frozen-forms.js';
import { lastWordOf } from '../changes/last-word.js';
import type { Direction, Hop } from '../changes/hop.js';
import { nameOfSchema } from '../changes/schema-name.js';
import { mayBeSeveral } from '../changes/several.js';
import type { Reshape } from '../changes/reshape.js';
import { describeShape } from './lock/describe-shape.js';
import { hasMembers, unknownLosses } from './losses.js';
import { uncoveredIn } from './uncovered.js';
import { sameValue } from './same-value.js';
import { showShape } from './show.js';
import { type Finished, finishWith, conversionOf, type Subject, type Way, wordsIn } from './way.js';

/** What a reshape converts; null where a newer change has already replaced its schema, and where no operation uses it. */
export function reshapeSubject(hop: Hop, change: Change, declared: Reshape, position: number): Subject | null {
  const reshape = hop.reshapes.findLast((one) => one.declared === declared)?.reshape;
  if (!reshape) return null;
  const { after, before } = sidesOf(hop, declared, reshape);
  if (hop.find(after)?.reshape !== reshape) return null;
  const [requested, sent] = [withoutInternal(after), withoutInternal(before)];
  const finish = finishing(requested, hop);
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
      back: up && { convert: up, finish, lost: lostOf(after, [...reshape.loses.down, ...internalMembers(after)]) },
      gone: reshape.loses.up,
      convertsItems: false,
      schemas: { from: after, to: before },
    },
    up && {
      direction: 'up',
      input: { kind: 'schema', schema: sent },
      words,
      convert: up,
      finish: (value) => (isSeveral(after, value) ? finishEach(value, finish) : finish(value)),
      misfits: (value) => (isSeveral(after, value) ? misfitsOfEach(after, value) : findMisfits(requested, value)),
      // What a handler would add is not known here.
      back:
        requested === after
          ? down && {
              convert: (value) => (isSeveral(after, value) ? oneOf(value.map(down)) : down(value)),
              finish: asIs,
              lost: lostOf(before, reshape.loses.up),
            }
          : null,
      gone: reshape.loses.down,
      convertsItems: false,
      schemas: { from: sent, to: requested },
    },
  ];
  const name = nameOfSchema(reshape.trees.after, hop) ?? `schema ${position + 1}`;
  return {
    change,
    version: hop.version,
    previous: hop.previous,
    name,
    source: reshape.source() ?? change.source(),
    shapes: { after: showShape(after), before: showShape(before) },
    ways: ways.filter((way) => way !== null),
    unknownLosses: unknownLosses(reshape, after, before),
    described: () => ({ after: describeShape(after), before: describeShape(before) }),
    uncovered: () => uncoveredIn([[name, after]], [[name, before]], { newer: down !== null, older: up !== null }),
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
  return own && conversionOf(direction === 'down' ? (value) => own(standsFor(value)) : own, direction);
}

/** Whether `up` made several values of one, which a parameter takes that takes several. */
const isSeveral = (after: $ZodType, value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && mayBeSeveral(after);

function finishEach(values: readonly unknown[], finish: (value: unknown) => Finished): Finished {
  const finished = values.map(finish);
  return finished.find((one) => 'refused' in one) ?? { value: finished.map((one) => 'value' in one && one.value) };
}

function misfitsOfEach(after: $ZodType, values: readonly unknown[]): Misfits {
  const found = values.map((value) => findMisfits(after, value));
  return {
    wrong: found.flatMap(({ wrong }, index) =>
      wrong.map(({ pointer, message }) => ({ pointer: `/${index}${pointer}`, message })),
    ),
    surplus: found.flatMap(({ surplus }, index) => surplus.map((one) => `/${index}${one}`)),
  };
}

/** Each of several values comes down to the one that they stand for. */
const oneOf = (values: readonly unknown[]) => (values.every((one) => sameValue(one, values[0])) ? values[0] : values);

/** The newer schema has the last word: what it refuses of an older request is a 400, and no mistake of the change. */
function finishing(after: $ZodType, hop: Hop): (result: unknown) => Finished {
  const word = lastWordOf(after, [hop]);
  return (value) => finishWith(word, value);
}
