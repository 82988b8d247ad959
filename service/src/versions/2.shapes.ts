import { frozen } from 'svckit';
import { z } from 'zod';

export const Note = frozen(
  'Note',
  z
    .object({
      id: z.int().min(1),
      text: z.string(),
      createdAt: z.iso.datetime(),
    })
    .meta({
      examples: [{ id: 1, text: 'Buy milk', createdAt: '2026-11-01T08:00:00.000Z' }],
    }),
);

export const Tag = frozen(
  'Tag',
  z.object({ label: z.string().min(1).max(40) }).meta({ examples: [{ label: 'billing' }] }),
);

/** A user with tags. */
export const TaggedUser = frozen(
  'TaggedUser',
  z.object({ id: z.int().min(1), name: z.string(), tags: z.array(Tag) }).meta({
    description: 'A user with tags.',
    examples: [{ id: 1, name: 'Ada Lovelace', tags: [{ label: 'billing' }] }],
  }),
);

/** One page of users. */
export const UserPage = frozen(
  'UserPage',
  z
    .object({
      /** In the order in which they were created. */
      items: z.array(TaggedUser).meta({ description: 'In the order in which they were created.' }),
      /** The cursor of the next page; null on the last page. */
      nextCursor: z.string().nullable().meta({
        description: 'The cursor of the next page; null on the last page.',
      }),
    })
    .meta({ description: 'One page of users.' }),
);
