import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { partNames } from '../../routing/declare/request-parts.js';
import type { Schema } from '../../schema/standard-schema.js';
import type { Direction } from './open-api.js';

export interface SchemaUse {
  readonly schema: Schema;
  readonly io: Direction;
  readonly role: string;
  /** Of the response that it is the body of; null for anything else. */
  readonly status: number | null;
}

/** Every schema of a route, with its use. */
export function schemasOf({ schemas, responses }: Route): readonly SchemaUse[] {
  const uses: SchemaUse[] = [];
  for (const part of partNames) {
    const schema = schemas[part];
    if (schema) uses.push({ schema, io: 'input', role: `${part[0]!.toUpperCase()}${part.slice(1)}`, status: null });
  }
  for (const [status, entry] of Object.entries(responses)) {
    const { schema, headers = {} } = responseDetail(entry);
    if (schema) uses.push({ schema, io: 'output', role: 'Response', status: Number(status) });
    for (const header of Object.values(headers))
      uses.push({ schema: header, io: 'output', role: 'Header', status: null });
  }
  return uses;
}
