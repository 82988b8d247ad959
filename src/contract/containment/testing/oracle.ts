import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { Json } from '../../../json/json.js';

const addFormats = ajvFormats as unknown as typeof ajvFormats.default;

/** Whether Ajv, which svckit does not use at run time, accepts a value. */
export function createOracle(root?: object): (schema: Json) => (value: Json) => boolean {
  const ajv = new Ajv2020({ strict: false, logger: false });
  addFormats(ajv);
  if (root) ajv.addSchema(root, 'root');
  return (schema) => {
    const validate = ajv.compile(schema as boolean | object);
    return (value) => validate(value) === true;
  };
}
