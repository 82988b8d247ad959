import { noLimits } from '../../schema/zod-limits.js';
import type { Input } from '../way.js';
import type { Drawing } from './drawing.js';
import { stringsOf } from './string-values.js';
import { eitherOf, objectOf, only, UngeneratableError, type Values } from './values.js';
import { plainly, valuesOf } from './values-of.js';

const anyText = stringsOf({ ...noLimits, minSize: 1 });

/** Values of what a change takes. Throws an UngeneratableError. */
export function valuesOfInput(input: Input, drawing: Drawing = plainly): Values {
  switch (input.kind) {
    case 'schema':
      return valuesOf(input.schema, drawing);
    case 'object':
      return objectOf(input.members.map(([name, member]) => [name, valuesAt(name, member, drawing)]));
    case 'either':
      return eitherOf(input.inputs.map((one) => valuesOfInput(one, drawing)));
    case 'value':
      return only(input.value);
    case 'text':
      return anyText(drawing);
  }
}

function valuesAt(name: string, member: Input, drawing: Drawing): Values {
  try {
    return valuesOfInput(member, drawing);
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    throw new UngeneratableError(error.place === '' ? name : `${name}.${error.place}`, error.what);
  }
}
