import { z } from 'zod';
import { cursorParameter } from '../database/page-query.js';
import { storableText } from '../database/storable-text.js';

export const userId = z.int().min(1);

export const Tag = z.object({ label: storableText(1, 40) }).meta({ id: 'Tag', examples: [{ label: 'billing' }] });

export const TaggedUser = z.object({ id: userId, name: z.string(), tags: z.array(Tag) }).meta({
  id: 'TaggedUser',
  description: 'A user with tags.',
  examples: [{ id: 1, name: 'Ada Lovelace', tags: [{ label: 'billing' }] }],
});

export const CreateUser = z.object({ name: storableText(1, 40), tags: z.array(Tag).max(50).default([]) }).meta({
  id: 'CreateUser',
  description: 'A new user; the name must be unique.',
  examples: [{ name: 'Ada Lovelace', tags: [] }],
});

export type TaggedUser = z.output<typeof TaggedUser>;
export type CreateUser = z.output<typeof CreateUser>;

export const UserQuery = z.object({
  q: storableText(1).optional().describe('A literal part of the name, case-insensitive; `%` and `_` match themselves.'),
  limit: z.coerce.number().int().min(1).max(50).default(10).describe('Maximum number of users.'),
  cursor: cursorParameter,
});

export const UserPage = z
  .object({
    items: z.array(TaggedUser).describe('In the order in which they were created.'),
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last page.'),
  })
  .meta({ id: 'UserPage', description: 'One page of users.' });
