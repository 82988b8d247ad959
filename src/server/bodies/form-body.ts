import { parse } from 'node:querystring';
import { textReader } from '../request/read-text-values.js';
import { memberKinds } from '../request/schema-kind.js';
import { anything, type MakeBodyReader } from './body-reader.js';
import { requireType } from './media-type.js';
import { parsedBody, readWhole } from './read-whole.js';

/** Read as a query is. An outer body parser has left an object. */
export const readForm: MakeBodyReader<'form'> = ({ form: { mediaTypes }, schema, limit, largeBodies }) => {
  const readValues = textReader(schema && memberKinds(schema), false);
  return {
    step: readWhole(limit, largeBodies, (req) => requireType(req, mediaTypes, true)),
    read: ({ req, rawBody }, issues) => {
      const parsed = parsedBody(req);
      const isRead = typeof parsed === 'object' && parsed !== null && !Buffer.isBuffer(parsed);
      const values: Record<string, unknown> = isRead
        ? { ...parsed }
        : { ...parse(rawBody!.toString(), '&', '=', { maxKeys: 0 }) };
      readValues(values, issues);
      return values;
    },
    schema: schema ?? anything,
  };
};
