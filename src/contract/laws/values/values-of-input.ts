import { noLimits } from '../../../schema/zod-limits.js';
import type { Input } from '../way.js';
import { stringsOf } from './string-values.js';
import { eitherOf, objectOf, only, UngeneratableError, type Values } from './values.js';
import { valuesOf } from './values-of.js';

/** Values of what a change takes. Throws an UngeneratableError. */
export function valuesOfInput(input: Input): Values {
  switch (input.kind) {
    case 'schema':
      return valuesOf(input.schema);
    case 'object':
      return objectOf(input.members.map(([name, member]) => [name, valuesAt(name, member)]));
    case 'either':
      return eitherOf(input.inputs.map(valuesOfInput));
    case 'value':
      return only(input.value);
    case 'text':
      return stringsOf({ ...noLimits, minSize: 1 });
  }
}

function valuesAt(name: string, member: Input): Values {
  try {
    return valuesOfInput(member);
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    throw new UngeneratableError(error.place === '' ? name : `${name}.${error.place}`, error.what);
  }
}
