import { z } from 'zod';
import { cursorParameter } from '../database/page-query.js';
import { storableText } from '../database/storable-text.js';
import { TaggedUser } from './users-schemas.js';

const q = storableText(1).optional().describe('A literal part of the name, in any case; `%` and `_` match themselves.');
const limit = z.coerce.number().int().min(1).max(50).default(10).describe('How many users at most.');

export const searchQuery = z.object({ q, limit });

export const pageQuery = z.object({ q, limit, cursor: cursorParameter });

export const UserPage = z
  .object({
    items: z.array(TaggedUser).describe('In the order in which they were created.'),
    nextCursor: z.string().nullable().describe('Leads to the following page; null when there is none.'),
  })
  .meta({ id: 'UserPage', description: 'One page of users.' });
