import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../json/json.js';
import { findCandidates } from './find-candidates.js';
import { printChange } from './print-change.js';
import type { Uses } from './step.js';

const both: Uses = { requests: true, answers: true };
const requests: Uses = { requests: true, answers: false };
const answers: Uses = { requests: false, answers: true };

/** The newer schema and the older one, as source. */
const cases: readonly (readonly [string, string, string, Uses?])[] = [
  [
    'a member with another name',
    'z.object({ id: z.int(), title: z.string() })',
    'z.object({ id: z.int(), name: z.string() })',
  ],
  ['a member that became a list', 'z.object({ tags: z.array(z.string()) })', 'z.object({ tags: z.string() })'],
  ['a list that became one', 'z.object({ tag: z.string() })', 'z.object({ tag: z.array(z.string()) })'],
  ['a list of at least one', 'z.object({ tags: z.array(z.string()).min(1) })', 'z.object({ tags: z.string() })'],
  ['a number that became text', 'z.object({ id: z.string() })', 'z.object({ id: z.int() })'],
  ['a member that may be null', 'z.object({ name: z.string().nullable() })', 'z.object({ name: z.string() })'],
  ['a member that must be there', 'z.object({ name: z.string() })', 'z.object({ name: z.string().optional() })'],
  [
    'members that went into an object',
    'z.object({ at: z.object({ city: z.string(), street: z.string() }) })',
    'z.object({ city: z.string(), street: z.string() })',
  ],
  [
    'members that came out of one',
    'z.object({ city: z.string() })',
    'z.object({ at: z.object({ city: z.string() }) })',
  ],
  [
    'a member with a default',
    "z.object({ id: z.int(), tags: z.array(z.string()).default(['new']) })",
    'z.object({ id: z.int() })',
  ],
  [
    'a member that may be missing',
    'z.object({ id: z.int(), nick: z.string().optional() })',
    'z.object({ id: z.int() })',
  ],
  ['a new member that nothing says', 'z.object({ id: z.int(), size: z.int() })', 'z.object({ id: z.int() })'],
  ['a member that is gone', 'z.object({ id: z.int() })', 'z.object({ id: z.int(), size: z.int().min(1) })'],
  [
    'a member that only answers show',
    'z.object({ id: z.int(), tags: z.array(z.string()) })',
    'z.object({ id: z.int() })',
    answers,
  ],
  [
    'a member that only requests sent',
    'z.object({ id: z.int() })',
    'z.object({ id: z.int(), nick: z.string() })',
    requests,
  ],
  ['values of an enum', "z.object({ state: z.enum(['a', 'b']) })", "z.object({ state: z.enum(['a']) })"],
  [
    'names that are no identifiers',
    "z.object({ \"it's\": z.string(), 'the size': z.int() })",
    "z.object({ 'a-b': z.string(), 'the size': z.string() })",
  ],
  [
    'renamed and added members',
    'z.object({ title: z.string(), tags: z.array(z.string()).default([]) })',
    'z.object({ name: z.string() })',
  ],
  [
    'several differences',
    'z.object({ id: z.string(), title: z.string(), size: z.int() })',
    'z.object({ id: z.int(), name: z.string(), nick: z.boolean() })',
  ],
  [
    'a text that was split',
    'z.object({ first: z.string(), last: z.string(), id: z.string() })',
    'z.object({ name: z.string(), id: z.string() })',
  ],
  ['another unit', 'z.object({ grams: z.int() })', 'z.object({ kilograms: z.number() })'],
  ['no object', "z.enum(['a', 'b'])", "z.enum(['a', 'c'])"],
];

const schemaOf = (source: string) =>
  z.toJSONSchema(new Function('z', `return ${source};`)(z) as z.ZodType, { io: 'input' }) as JsonObject;

function drafted([what, newer, older, uses = both]: (typeof cases)[number]): string {
  const [candidate = null, ...others] = findCandidates(schemaOf(newer), schemaOf(older), uses);
  const draft = { id: 'Book', constant: 'Book', newer: schemaOf(newer), older: schemaOf(older), uses, version: '1' };
  const { code } = printChange(draft, candidate, () => null)!;
  const kind =
    others.length > 0
      ? `${candidate?.isComplete ? 'complete, ' : ''}the likeliest of ${others.length + 1}`
      : candidate?.isComplete
        ? 'complete'
        : 'open';
  return [
    `// ${what}: ${kind}`,
    '{',
    `  const Book = ${newer}.meta({ id: 'Book' });`,
    `  changes.push(\n    ${code.replaceAll('\n', '\n    ')},\n  );`,
    '}',
  ].join('\n');
}

describe('drafted changes', () => {
  it('are TypeScript that the type checker accepts', async () => {
    const module = [
      "import { added, change, type Change, moved, removed, renamed, reshape, reshapes, todo } from 'svckit';",
      "import { z } from 'zod';",
      '',
      '/** What svc change writes for differences of one schema; the type checker reads it. */',
      'export const changes: Change[] = [];',
      ...cases.map((one) => `\n${drafted(one)}`),
      '',
    ].join('\n');
    await expect(module).toMatchFileSnapshot(
      fileURLToPath(new URL('../../fixtures/drafts/changes.ts', import.meta.url)),
    );
  });
});
