import { isUtf8 } from 'node:buffer';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import { textReader } from '../request/read-text-values.js';
import { memberKinds } from '../request/schema-kind.js';
import { anything, type MakeBodyReader, notUtf8 } from './body-reader.js';
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
      const values: Record<string, unknown> = { ...(isRead ? parsed : formOf(rawBody!, issues)) };
      readValues(values, issues);
      return values;
    },
    schema: schema ?? anything,
  };
};

/** A `%` that begins no escape is itself. */
function formOf(bytes: Buffer, issues: SchemaIssue[]): ParsedUrlQuery {
  const text = bytes.toString().replaceAll(/%(?![\da-f]{2})/gi, '%25');
  if (!isUtf8(bytes) || !isDecodable(text)) issues.push(notUtf8('The body'));
  return parse(text, '&', '=', { maxKeys: 0 });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
