import { isUtf8 } from 'node:buffer';
import { anything, type MakeBodyReader, notUtf8 } from './body-reader.js';
import { requireType } from './media-type.js';
import { parsedBody, readWhole } from './read-whole.js';

export const readText: MakeBodyReader<'text'> = ({ form: { mediaTypes }, limit, largeBodies }) => ({
  step: readWhole(limit, largeBodies, (req) => requireType(req, mediaTypes, true)),
  read: ({ req, rawBody }, issues) => {
    const parsed = parsedBody(req);
    if (typeof parsed === 'string') return parsed;
    if (!isUtf8(rawBody!)) issues.push(notUtf8('The body'));
    return rawBody!.toString();
  },
  schema: anything,
});
