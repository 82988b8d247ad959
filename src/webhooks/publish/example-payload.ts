import type { Json, JsonObject } from '../../json/json.js';
import { allOfMembers } from '../../jsonschema/intersect-schemas.js';
import { exampleOf } from '../../jsonschema/values/example-value.js';
import { openSchemas } from '../../jsonschema/values/open-schemas.js';
import { readJsonSchema } from '../../schema/describe/read-json-schema.js';
import type { Webhook } from '../declare/webhook.js';

const prefix = '#/$defs/';

/** A value that the payload of a webhook accepts; undefined where none is found. */
export function examplePayload({ payload }: Webhook): Json | undefined {
  const { root, definitions } = readJsonSchema(payload, 'output');
  const target = ({ $ref }: JsonObject) =>
    typeof $ref === 'string' && $ref.startsWith(prefix)
      ? (definitions[$ref.slice(prefix.length)]?.schema as JsonObject | undefined)
      : undefined;
  return exampleOf(openSchemas({ target, members: allOfMembers, ignoresSiblings: false }), root as JsonObject);
}
