import { listAt, type JsonObject } from '../../json/json.js';
import type { OperationPair } from '../../openapi/operations/operation-pair.js';
import type { Parameter } from '../../openapi/operations/read-parameters.js';
import { plainText } from '../../openapi/operations/write-parameter.js';
import { groupBy } from '../../text/group-by.js';
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
  const byName = groupBy(fresh, ({ name }) => name.toLowerCase());
  const moved = gone.flatMap((parameter) => {
    const partner = byName.get(parameter.name.toLowerCase())?.find(({ carrier }) => carrier !== parameter.carrier);
    return partner ? [{ base: parameter, revision: partner }] : [];
  });
  const areMoved = new Set(moved.flatMap((move) => [move.base, move.revision]));
  return {
    common,
    moved,
    added: fresh.filter((parameter) => !areMoved.has(parameter)),
    removed: gone.filter((parameter) => !areMoved.has(parameter)),
  };
}

/** A parameter in words: query parameter "limit". */
export function describeParameter({ carrier, name }: Parameter): string {
  return `${carrier} parameter "${name}"`;
}

/** How a revision reads the single value of a parameter as a list. */
export interface ListOfOne {
  /** What the value is for the revision: `p=a` is the list ["a"]. */
  readonly schema: JsonObject;
  /** What separates the items of the list, where a value may contain it and is read as several; null where none may. */
  readonly separator: string | null;
}

/** How a revision that reads a list of values reads the single value of before; null where it still is one value, or was a list. */
export function listOfOne({ base, revision }: OperationPair, parameter: MatchedParameter): ListOfOne | null {
  const delimiter = delimiterOf(parameter.revision);
  if (delimiter === undefined || parameter.base.mediaType !== null || !areWrittenAlike(parameter)) return null;
  const [one, list] = [
    base.document.resolve(parameter.base.schema),
    revision.document.resolve(parameter.revision.schema),
  ];
  // A list that no value fits is a list all the same.
  if ([one['type']].flat().includes('array')) return null;
  const isSingle = !mayBe('array', base.document, one) && !mayBe('object', base.document, one);
  if (!isSingle || list['type'] !== 'array') return null;
  const { default: value, ...items } = one;
  const { minItems = 0, maxItems = Infinity, uniqueItems } = list;
  const schema = {
    type: 'array',
    items,
    minItems: Number(minItems) <= 1 ? minItems : 1,
    ...(maxItems !== Infinity && { maxItems: Number(maxItems) >= 1 ? maxItems : 1 }),
    ...(uniqueItems !== undefined && { uniqueItems }),
    ...(value !== undefined && { default: [value] }),
  };
  return { schema, separator: delimiter !== null && mayContain(delimiter, one) ? delimiter : null };
}

/** The separator between the items of a list; null where each item is sent separately, undefined where lists cannot be sent. */
function delimiterOf({ carrier, style, explode, mediaType }: Parameter): string | null | undefined {
  if (mediaType !== null || carrier === 'querystring') return undefined;
  if (explode) return { form: null, matrix: null, simple: ',', label: '.' }[style];
  return { form: ',', matrix: ',', simple: ',', label: ',', spaceDelimited: ' ', pipeDelimited: '|' }[style];
}

/** Whether a single value is written the same in both styles. */
function areWrittenAlike({ base, revision }: MatchedParameter): boolean {
  return base.carrier === revision.carrier && (base.carrier === 'path' ? base.style === revision.style : true);
}

/** Whether the text of a value may contain a delimiter. */
function mayContain(delimiter: string, { type, enum: values, const: value }: JsonObject): boolean {
  const fixed = value === undefined ? values : [value];
  if (fixed !== undefined) return listAt(fixed).some((one) => plainText(one).includes(delimiter));
  const safe = ['integer', 'boolean', ...(delimiter === '.' ? [] : ['number'])];
  return type === undefined || [type].flat().some((name) => !safe.includes(String(name)));
}
