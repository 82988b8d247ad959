import { expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonSchema } from '../schema/describe/read-json-schema.js';
import { compileHops } from './compile-hop.js';
import { change } from './change.js';
import { renamed } from './short-forms.js';

it('an older version shows the older form of a schema that only metadata refers to', () => {
  const Book = z.object({ title: z.string() }).meta({ id: 'ReferredBook' });
  const then = { $ref: '#/components/schemas/ReferredBook', shape: () => Book };
  const Any = z.looseObject({}).meta({ id: 'ReferringAny', if: { required: ['a'] }, then });
  const renaming = change({ title: 'Titles are names', schemas: [renamed(Book, { title: 'name' })] });
  const { hops } = compileHops([
    { version: '1', changes: [] },
    { version: '2', changes: [renaming] },
  ]);
  const { definitions } = readJsonSchema(hops[0]!.older(Any) as never, 'input');
  const below = definitions['ReferringAny']!.schema['then'] as { readonly $ref: string };
  expect(definitions[below.$ref.replace('#/$defs/', '')]!.schema).toMatchObject({ required: ['name'] });
});
