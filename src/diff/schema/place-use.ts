import type { Json } from '../../json/json.js';
import { pointerTo, tokensOf } from '../../json/pointer.js';
import { type Carried, writeParameter } from '../../openapi/operations/write-parameter.js';
import type { Way } from './add-ways.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { SchemaUse } from '../operation/list-schema-uses.js';
import type { ComparedPair } from './compare-schemas.js';
import type { Context, Judgement } from './judge-context.js';
import type { SchemaPlace } from './schema-place.js';

/** A compared schema that an operation uses. */
export interface RootUse extends Pick<SchemaUse, 'place' | 'tokens' | 'carried'> {
  readonly operation: Operation;
  readonly root: ComparedPair;
}

/** A place of an operation where a change shows. */
export interface CausePlace {
  readonly operation: Operation;
  readonly judgement: Judgement;
  /** The JSON pointer of the schema there. */
  readonly under: string;
  /** Writes a value of the schema as it is sent, where that is not JSON; null for one that cannot be sent alone. */
  readonly write?: (value: Json) => string | null;
  readonly place: SchemaPlace;
}

/** The place of a use that a way leads to. */
export function placeUse(
  { operation, tokens, carried, place: { owner } }: RootUse,
  judgement: Judgement,
  { trail, under, isFromComponent }: Way,
  { place }: Context,
): CausePlace {
  return {
    operation,
    judgement,
    under: isFromComponent ? under : `${pointerTo(tokens)}${under}`,
    ...(carried && !isFromComponent && { write: (value) => writeInside(carried, operation.path, under, value) }),
    place: { ...place, owner, trail },
  };
}

/** Writes a parameter that has a value at a JSON pointer of its schema, and nothing else. */
function writeInside(carried: Carried, path: string, under: string, value: Json): string | null {
  const around: ((inner: Json) => Json)[] = [];
  const tokens = tokensOf(under);
  for (let index = 0; index < tokens.length; index += 1) {
    const keyword = tokens[index]!;
    if (keyword === 'items') {
      around.push((inner) => [inner]);
      continue;
    }
    const name = tokens[(index += 1)];
    if (keyword === 'properties' && name !== undefined) around.push((inner) => ({ [name]: inner }));
    else if (keyword !== 'allOf' && keyword !== 'anyOf' && keyword !== 'oneOf') return null;
  }
  return writeParameter(
    carried,
    path,
    around.reduceRight((inner, wrap) => wrap(inner), value),
  );
}
