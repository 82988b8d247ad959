import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineVersions } from './define-versions.js';
import { reshape } from './reshape.js';
import { entry } from './testing/serve-things.js';

const Named = z.object({ title: z.string() });
const lowered = (before: z.ZodType) => {
  const nothing = reshape(Named, { before, down: (() => undefined) as never });
  return () => defineVersions(['1', entry('2', nothing as never)]).down(Named, { title: 't' }, '1');
};

it('a down that returns nothing where the older shape needs a value is an error of the change', () => {
  expect(lowered(z.object({ name: z.string() }))).toThrow('It returned undefined');
  expect(lowered(z.object({ name: z.string() }).optional())()).toBeUndefined();
});
