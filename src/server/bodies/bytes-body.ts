import { anything, type MakeBodyReader } from './body-reader.js';
import { requireType } from './media-type.js';
import { readWhole } from './read-whole.js';

export const readBytes: MakeBodyReader<'bytes'> = ({ form: { mediaTypes }, limit, largeBodies }) => ({
  step: readWhole(limit, largeBodies, (req) => requireType(req, mediaTypes, false)),
  read: ({ rawBody }) => rawBody,
  schema: anything,
});
