import { noLimits } from '../../../schema/zod-limits.js';
import type { Input } from '../way.js';
import { stringsOf } from './string-values.js';
import { eitherOf, objectOf, only, UngeneratableError, type Values } from './values.js';
import { valuesOf } from './values-of.js';

/** Values of what a change takes; `words` are texts that its code looks for. Throws an UngeneratableError. */
export function valuesOfInput(input: Input, words: readonly string[] = []): Values {
  switch (input.kind) {
    case 'schema':
      return valuesOf(input.schema, words);
    case 'object':
      return objectOf(input.members.map(([name, member]) => [name, valuesAt(name, member, words)]));
    case 'either':
      return eitherOf(input.inputs.map((one) => valuesOfInput(one, words)));
    case 'value':
      return only(input.value);
    case 'text':
      return stringsOf({ ...noLimits, minSize: 1 });
  }
}

function valuesAt(name: string, member: Input, words: readonly string[]): Values {
  try {
    return valuesOfInput(member, words);
  } catch (error) {
    if (!(error instanceof UngeneratableError)) throw error;
    throw new UngeneratableError(error.place === '' ? name : `${name}.${error.place}`, error.what);
  }
}
