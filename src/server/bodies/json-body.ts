import type { SchemaIssue } from '../../schema/standard-schema.js';
import { parseJson, requireJson } from '../request/read-body.js';
import { anything, type MakeBodyReader } from './body-reader.js';
import { readWhole } from './read-whole.js';

export const readJson: MakeBodyReader<'json'> = ({ schema, limit, largeBodies }) => ({
  step: readWhole(limit, largeBodies, requireJson),
  read: ({ rawBody }, issues) => jsonOf(rawBody!, issues),
  schema: schema ?? anything,
});

function jsonOf(bytes: Buffer, issues: SchemaIssue[]): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parseJson(bytes);
  } catch (error) {
    issues.push({ message: `Malformed JSON: ${(error as Error).message}`, path: [], code: 'invalid_json' });
    return undefined;
  }
}
