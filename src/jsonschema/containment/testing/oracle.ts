import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Json } from '../../../json/json.js';

const addFormats = ajvFormats as unknown as typeof ajvFormats.default;

/** Ajv's own compares only the items of one type where `items` names it, also those that `prefixItems` describes. */
const uniqueItems = {
  keyword: 'uniqueItems',
  type: 'array',
  validate: (isUnique: boolean, items: readonly Json[]) =>
    !isUnique || items.every((item, index) => !items.slice(0, index).some((other) => isDeepStrictEqual(item, other))),
} as const;

/** Whether Ajv, which svckit does not use at run time, accepts a value. */
export function createOracle(root?: object): (schema: Json) => (value: Json) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  if (root) ajv.addSchema(root, 'root');
  return (schema) => {
    const validate = ajv.compile(schema as boolean | object);
    return (value) => validate(value) === true;
  };
}
