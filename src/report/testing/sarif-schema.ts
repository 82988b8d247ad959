import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const schema = JSON.parse(readFileSync(new URL('sarif-schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What is wrong with a SARIF log by the schema of OASIS. */
export function findSarifErrors(text: string): readonly object[] {
  return validate(JSON.parse(text)) ? [] : (validate.errors ?? []);
}
