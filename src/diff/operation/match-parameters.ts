import type { JsonObject } from '../../json/json.js';
import type { OperationPair } from '../../openapi/operations/operation-pair.js';
import type { Parameter } from '../../openapi/operations/read-parameters.js';
import { mayBe } from './may-be.js';

/** A parameter on both sides. */
export interface MatchedParameter {
  readonly base: Parameter;
  readonly revision: Parameter;
}

/** The matched parameters of an operation. */
export interface MatchedParameters {
  readonly common: readonly MatchedParameter[];
  readonly moved: readonly MatchedParameter[];
  readonly added: readonly Parameter[];
  readonly removed: readonly Parameter[];
}

/** Matches parameters by place and name; one that was removed here and is new there under the same name has moved. */
export function matchParameters({ base, revision }: OperationPair): MatchedParameters {
  const others = new Map(revision.parameters.map((parameter) => [parameter.key, parameter]));
  const known = new Set(base.parameters.map(({ key }) => key));
  const common = base.parameters
    .filter(({ key }) => others.has(key))
    .map((parameter) => ({ base: parameter, revision: others.get(parameter.key)! }));
  const gone = base.parameters.filter(({ key }) => !others.has(key));
  const fresh = revision.parameters.filter(({ key }) => !known.has(key));
  const moved = gone.flatMap((parameter) => {
    const partner = fresh.find(
      (other) => other.name.toLowerCase() === parameter.name.toLowerCase() && other.carrier !== parameter.carrier,
    );
    return partner ? [{ base: parameter, revision: partner }] : [];
  });
  return {
    common,
    moved,
    added: fresh.filter((parameter) => !moved.some((move) => move.revision === parameter)),
    removed: gone.filter((parameter) => !moved.some((move) => move.base === parameter)),
  };
}

/** A parameter in words: query parameter "limit". */
export function describeParameter({ carrier, name }: Parameter): string {
  return `${carrier} parameter "${name}"`;
}

/**
 * What the single value of a parameter is for a revision that reads a list of them: `p=a` is the list ["a"] where each item
 * is sent on its own. Null where it still is one value.
 */
export function listOfOne({ base, revision }: OperationPair, parameter: MatchedParameter): JsonObject | null {
  const { style, explode, mediaType, carrier } = parameter.revision;
  if (style !== 'form' || !explode || mediaType !== null || carrier === 'querystring') return null;
  if (parameter.base.style !== 'form' || parameter.base.mediaType !== null) return null;
  const [one, list] = [
    base.document.resolve(parameter.base.schema),
    revision.document.resolve(parameter.revision.schema),
  ];
  const isSingle = !mayBe('array', base.document, one) && !mayBe('object', base.document, one);
  if (!isSingle || list['type'] !== 'array') return null;
  const { default: value, ...items } = one;
  const { minItems = 0, maxItems = Infinity, uniqueItems } = list;
  return {
    type: 'array',
    items,
    minItems: Number(minItems) <= 1 ? minItems : 1,
    ...(maxItems !== Infinity && { maxItems: Number(maxItems) >= 1 ? maxItems : 1 }),
    ...(uniqueItems !== undefined && { uniqueItems }),
    ...(value !== undefined && { default: [value] }),
  };
}
