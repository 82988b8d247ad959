import { isUtf8 } from 'node:buffer';
import { anything, type MakeBodyReader } from './body-reader.js';
import { requireType } from './media-type.js';
import { parsedBody, readWhole } from './read-whole.js';

export const readText: MakeBodyReader<'text'> = ({ form: { mediaTypes }, limit, largeBodies }) => ({
  step: readWhole(limit, largeBodies, (req) => requireType(req, mediaTypes, true)),
  read: ({ req, rawBody }, issues) => {
    const parsed = parsedBody(req);
    if (typeof parsed === 'string') return parsed;
    if (!isUtf8(rawBody!)) issues.push({ message: 'The body is not UTF-8', path: [], code: 'invalid_encoding' });
    return rawBody!.toString();
  },
  schema: anything,
});
