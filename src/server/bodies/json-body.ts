import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../routing/table/http-error.js';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import { jsonText, parseHandedOn, parseJson, requireJson, requireJsonType } from '../request/read-body.js';
import { anything, type MakeBodyReader } from './body-reader.js';
import { CodingError, decodeAtOnce } from './codings.js';
import { readWhole } from './read-whole.js';

/** An application that answers may read bodies in a coding, so those of its older versions are read too. */
export const readJson: MakeBodyReader<'json'> = ({ schema, limit, largeBodies, route: { relayed } }) => ({
  step: readWhole(limit, largeBodies, relayed ? requireJsonType : requireJson),
  read: (exchange, issues) => {
    const { rawBody, req } = exchange;
    if (!relayed) return jsonOf(rawBody!, parseJson, issues);
    const bytes = decoded(rawBody!, req, limit);
    return jsonOf(bytes, (text) => (exchange.sent = { text, value: parseHandedOn(text) }).value, issues);
  },
  schema: schema ?? anything,
});

function jsonOf(bytes: Buffer, parse: (json: string) => unknown, issues: SchemaIssue[]): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parse(jsonText(bytes));
  } catch (error) {
    issues.push({ message: `Malformed JSON: ${(error as Error).message}`, path: [], code: 'invalid_json' });
    return undefined;
  }
}

/** Throws 413 for a body that becomes too large, and 415 for one that is not in its coding. */
export function decoded(bytes: Buffer, { headers }: IncomingMessage, limit: number): Buffer {
  const coding = headers['content-encoding'];
  if (coding === undefined || bytes.length === 0) return bytes;
  try {
    return decodeAtOnce(bytes, coding, limit);
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    throw new HttpError(error.cause === 'size' ? 413 : 415, error.message);
  }
}
