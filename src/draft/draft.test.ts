import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as svckit from 'svckit';
import type { Json, JsonObject } from '../json/json.js';
import { findCandidates } from './find-candidates.js';
import { bare } from './members.js';
import { printChange } from './print-change.js';
import type { Candidate, Uses } from './step.js';

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, additionalProperties: __, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as JsonObject;
};

const scalars: Readonly<Record<string, () => z.ZodType>> = {
  text: () => z.string(),
  code: () => z.string().min(2),
  count: () => z.int(),
  flag: () => z.boolean(),
  words: () => z.array(z.string()),
};

const names = ['id', 'name', 'title', 'nick', 'label', 'tags', 'city', 'size'];

/** The shape of an object: what each member is, and whether it is optional. */
const shapes = fc.dictionary(
  fc.constantFrom(...names),
  fc.record({ kind: fc.constantFrom(...Object.keys(scalars)), isOptional: fc.boolean() }),
  { minKeys: 1, maxKeys: 5, noNullPrototype: true },
);
const uses = fc.constantFrom<Uses>(
  { requests: true, answers: true },
  { requests: true, answers: false },
  { requests: false, answers: true },
);

const objectOf = (shape: Readonly<Record<string, { kind: string; isOptional: boolean }>>) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, { kind, isOptional }]) => {
        const schema = scalars[kind]!();
        return [name, isOptional ? schema.optional() : schema];
      }),
    ),
  );

type AnyReshape = svckit.Reshape & {
  readonly up: ((value: unknown) => unknown) | null;
  readonly down: typeof Reflect.get | null;
};

/** Runs the printed code. */
function evaluate(newer: z.ZodType, older: z.ZodType, candidate: Candidate | null, used: Uses): AnyReshape {
  const draft = {
    id: 'Book',
    constant: 'Book',
    newer: schemaOf(newer),
    older: schemaOf(older),
    uses: used,
    version: '1',
  };
  const printed = printChange(draft, candidate, () => null)!;
  const values = { ...svckit, z, Book: newer };
  const made = new Function(...Object.keys(values), `return ${printed.code};`)(
    ...Object.values(values),
  ) as svckit.Change;
  return made.reshapes[0] as AnyReshape;
}

const same = (one: unknown, other: unknown) => expect(bare(one as Json)).toEqual(bare(other as Json));

describe('candidates', () => {
  it('each lead from the newer shape to the older one, when they run', () => {
    fc.assert(
      fc.property(shapes, shapes, uses, (now, before, used) => {
        const [newer, older] = [objectOf(now), objectOf(before)];
        fc.pre(JSON.stringify(schemaOf(newer)) !== JSON.stringify(schemaOf(older)));
        const candidates = findCandidates(schemaOf(newer), schemaOf(older), used);
        fc.pre(candidates.every(({ steps }) => steps.length > 0));
        expect(candidates.length).toBeGreaterThan(0);
        for (const candidate of candidates) {
          const { before: made } = evaluate(newer, older, candidate, used);
          const [got, wanted] = [schemaOf(made as z.ZodType), schemaOf(older)];
          same(
            { ...got, required: [...((got['required'] as string[] | undefined) ?? [])].sort() },
            {
              ...wanted,
              required: [...((wanted['required'] as string[] | undefined) ?? [])].sort(),
            },
          );
        }
      }),
    );
  });

  it('have the one that was forgotten, and are certain only where it does the same', () => {
    const edits = fc.constantFrom('renamed', 'added', 'removed', 'moved');
    fc.assert(
      fc.property(shapes, edits, uses, fc.nat(), (now, edit, used, seed) => {
        const [picked, ...others] = rotated(Object.keys(now), seed);
        const free = names.find((name) => !Object.hasOwn(now, name))!;
        const newer = objectOf(now);
        const loose = newer as never;
        const forgotten = (
          edit === 'renamed'
            ? svckit.renamed(loose, { [picked!]: free } as never)
            : edit === 'added'
              ? svckit.added(loose, { [picked!]: undefined } as never)
              : edit === 'removed'
                ? svckit.removed(loose, { [free]: z.string().optional() } as never, { down: () => ({}) as never })
                : svckit.renamed(loose, { [others[0] ?? picked!]: free } as never)
        ) as AnyReshape;
        const older = forgotten.before as z.ZodType;
        const candidates = findCandidates(schemaOf(newer), schemaOf(older), used);
        const [only, ...more] = candidates;
        expect(only).toBeDefined();
        if (more.length > 0 || !only!.isComplete) return;
        const written = evaluate(newer, older, only!, used);
        const value = { id: 1, name: 'a', title: 'b', nick: 'c', label: 'd', tags: [], city: 'e', size: 2 };
        const of = (schema: z.ZodType) =>
          Object.fromEntries(Object.entries(value).filter(([name]) => name in (schema as z.ZodObject).shape));
        if (used.answers)
          expect(plain((written.down as never as Way)(of(newer)))).toEqual(
            plain((forgotten.down as never as Way)(of(newer))),
          );
        if (used.requests)
          expect(plain((written.up as Way)(of(older)))).toEqual(plain((forgotten.up as Way)(of(older))));
      }),
    );
  });
});

type Way = (value: unknown) => unknown;
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
const rotated = (list: readonly string[], by: number) => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
];
