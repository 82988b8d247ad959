import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { frozen } from './frozen.js';
import { reshape } from './reshape.js';
import { added } from './short-forms.js';

const Tag = z.object({ label: z.string() });
const User = z.object({ id: z.int(), first: z.string(), last: z.string(), tags: z.array(Tag), nick: z.string() });
const untold = added(User, { nick: '' });
const UserV1 = z.object({ id: z.int(), name: z.string() });
const UserV2 = z.object({ id: z.int(), first: z.string(), last: z.string(), tags: z.array(z.string()) });

const versions = defineVersions([
  '1',
  {
    version: '2',
    changes: [
      change({
        title: 'Names',
        schemas: [
          reshape(untold.before, {
            before: UserV1,
            down: ({ id, first, last }) => ({ id, name: `${first} ${last}` }),
            up: ({ id, name }) => ({ id, first: name, last: '', tags: [] }),
          }),
        ],
      }),
    ],
  },
  {
    version: '3',
    changes: [
      change({
        title: 'Nicks',
        schemas: [untold, reshape(Tag, { before: z.string(), down: ({ label }) => label, up: (label) => ({ label }) })],
      }),
    ],
  },
]);
const ada = { id: 1, first: 'Ada', last: 'Lovelace', tags: [{ label: 'maths' }], nick: 'ada' };

describe('a value of a version', () => {
  it('has the type of the shape that is named', () => {
    const one = versions.down(User, ada, '1', UserV1);
    expectTypeOf(one).toEqualTypeOf<{ id: number; name: string }>();
    expect(one).toEqual({ id: 1, name: 'Ada Lovelace' });
    const two = versions.down(User, ada, '2', UserV2);
    expectTypeOf(two.tags).toEqualTypeOf<string[]>();
    expect(two.tags).toEqual(['maths']);
    const up = versions.up(User, { id: 1, name: 'Ada' }, '1', UserV1);
    expectTypeOf(up).toEqualTypeOf<z.output<typeof User>>();
    expect(up).toEqual({ id: 1, first: 'Ada', last: '', tags: [], nick: '' });
    expect(versions.down(z.array(User), [ada], '1', z.array(UserV1))).toEqual([one]);
    expect(versions.down(User, ada, '3', User)).toBe(ada);
  });

  it('is typed on the live side, and unknown on the other without a shape', () => {
    expectTypeOf(versions.down(User, ada, '1')).toEqualTypeOf<unknown>();
    expectTypeOf(versions.up(User, { id: 1, name: 'Ada' }, '1')).toEqualTypeOf<z.output<typeof User>>();
    // @ts-expect-error: another type
    expect(versions.down(User, { ...ada, id: '1' }, '1')).toEqual({ id: '1', name: 'Ada Lovelace' });
    // @ts-expect-error: a member is missing
    expect(versions.up(User, { id: 1 }, '1', UserV1)).toMatchObject({ id: 1 });
  });
});

describe('a shape that is not the version’s', () => {
  const sentence = (shape: z.ZodType, version = '1', schema: z.ZodType = User, value: unknown = ada) => {
    try {
      return versions.down(schema, value, version, shape) && 'accepted';
    } catch (error) {
      return (error as Error).message.replace(/^versions\.down\(\): |\. Write the shape that this version has\.$/g, '');
    }
  };

  it('is refused with the member', () => {
    const refused = (difference: string, version = '1') =>
      `the fourth argument is not the shape of version ${version}: ${difference}`;
    expect(sentence(User)).toBe(refused('in version 1 first is missing'));
    expect(sentence(UserV1, '2')).toBe(refused('in version 2 name is missing', '2'));
    expect(sentence(UserV2.omit({ tags: true }), '2')).toBe(refused('in the argument tags is missing', '2'));
    expect(sentence(UserV2.extend({ tags: z.array(Tag) }), '2')).toBe(
      refused('in version 2 tags[] is string, not object', '2'),
    );
    expect(sentence(UserV1.extend({ id: z.string() }))).toBe(refused('in version 1 id is integer, not string'));
    expect(sentence(UserV1.extend({ name: z.string().nullable() }))).toBe(refused('in the argument name may be null'));
    expect(sentence(UserV1.partial())).toBe(refused('in the argument id may be missing'));
    expect(sentence(z.array(UserV1))).toBe(refused('in version 1 it is object, not array'));
    expect(() => versions.up(User, ada, '1', User)).toThrow('versions.up(): the fourth argument is not the shape');
  });

  it('is refused when it is no schema', () => {
    expect(sentence(null as never)).toContain('takes a schema, but received null');
    expect(sentence({} as never)).toContain('takes a schema, but received an object');
    expect(sentence(UserV1, '9')).toBe('Unknown version "9". Available: 1, 2, 3.');
  });

  it('may differ in bounds and words, and lack members when it is frozen', () => {
    expect(sentence(UserV1.extend({ name: z.string().max(2).describe('of a person') }))).toBe('accepted');
    expect(sentence(frozen('User', z.object({ id: z.int() })))).toBe('accepted');
    expect(sentence(frozen('User', z.object({ key: z.int() })))).toContain('in version 1 key is missing');
  });
});
