import { isObject, type Json, type JsonObject, listAt, numberAt, textAt } from '../json/json.js';
import { enumConversions, valuesOf } from './enum-conversions.js';
import { type Look, type Member, sameSchema } from './members.js';
import type { Conversion, Uses } from './step.js';
import { numberConversions } from './number-conversions.js';
import {
  asItIs,
  asNumber,
  asText,
  behind,
  both,
  eachItem,
  first,
  firstIfAny,
  guess,
  inList,
  insteadOfNull,
  nullFor,
  numberBehind,
  past,
  through,
  unknown,
  whereThereIsOne,
} from './ways.js';
import { wrapConversions } from './wrap-conversions.js';

/** More than a person would read. */
const mostConversions = 20;

const unknownBoth = both(unknown, unknown);

/** How the values of a member that changed may be converted, the likeliest first and always one that a person completes last. */
export function findConversions(newer: Member, older: Member, look: Look, uses: Uses): readonly Conversion[] {
  if (newer.isRequired === older.isRequired) {
    const found = schemaConversions(newer.schema, older.schema, look, uses);
    return newer.isRequired ? found : found.map((one) => through(one, (way) => past('undefined', way)));
  }
  if (!sameSchema(newer.schema, older.schema))
    return schemaConversions(newer.schema, older.schema, look, uses).map(({ down, up, isGuess }) =>
      newer.isRequired ? { down, up: unknown, isGuess } : { down: unknown, up, isGuess },
    );
  if (newer.isRequired)
    return [both(asItIs, isObject(newer.schema) && 'default' in newer.schema ? asItIs : whereThereIsOne)];
  return [both(whereThereIsOne, asItIs)];
}

/** The same for two schemas. */
export function schemaConversions(newer: Json, older: Json, look: Look, uses: Uses): readonly Conversion[] {
  if (sameSchema(newer, older)) return [both(asItIs, asItIs)];
  const found = likelyConversions(newer, older, look, uses).slice(0, mostConversions - 1);
  return found.some(({ isGuess }) => !isGuess) ? found : [...found, unknownBoth];
}

function likelyConversions(newer: Json, older: Json, look: Look, uses: Uses): readonly Conversion[] {
  const [own, other] = [withoutNull(newer), withoutNull(older)];
  if (own.isNullable !== other.isNullable) return nullConversions(own, other);
  if (own.isNullable)
    return schemaConversions(own.schema, other.schema, look, uses).map((one) =>
      through(one, (way) => past('null', way)),
    );
  return [
    ...listConversions(newer, older, look, uses),
    ...textConversions(newer, older),
    ...enumConversions(newer, older, uses),
    ...numberConversions(newer, older),
    ...wrapConversions(newer, older, look),
  ];
}

type Nullable = ReturnType<typeof withoutNull>;

function nullConversions(own: Nullable, other: Nullable): readonly Conversion[] {
  if (!sameSchema(own.schema, other.schema)) return [];
  const isText = isObject(own.schema) && own.schema['type'] === 'string' && allowsEmpty(own.schema);
  if (own.isNullable)
    return [...(isText ? [guess(insteadOfNull(''), nullFor(''))] : []), both(whereThereIsOne, asItIs)];
  return [...(isText ? [guess(nullFor(''), insteadOfNull(''))] : []), both(asItIs, whereThereIsOne)];
}

const allowsEmpty = (schema: JsonObject) =>
  (numberAt(schema['minLength']) ?? 0) === 0 &&
  schema['pattern'] === undefined &&
  schema['format'] === undefined &&
  valuesOf(schema) === null;

function listConversions(newer: Json, older: Json, look: Look, uses: Uses): readonly Conversion[] {
  if (isListOf(newer, older)) return [both(firstOf(newer), inList)];
  if (isListOf(older, newer)) return [both(inList, firstOf(older))];
  const [items, others] = [itemsOf(newer), itemsOf(older)];
  if (items === null || others === null) return [];
  return schemaConversions(items, others, look, uses)
    .filter(({ down, up }) => !down.invents || !up.invents)
    .map((one) => through(one, eachItem));
}

const firstOf = (list: Json) => ((numberAt((list as JsonObject)['minItems']) ?? 0) > 0 ? first : firstIfAny);

const itemsOf = (schema: Json): Json | null =>
  isObject(schema) && schema['type'] === 'array' && schema['items'] !== undefined ? schema['items'] : null;

function isListOf(list: Json, item: Json): boolean {
  const items = itemsOf(list);
  return items !== null && sameSchema(items, item);
}

/** Numbers as text and back: as they are, or behind a prefix that the pattern has. */
function textConversions(newer: Json, older: Json): readonly Conversion[] {
  const [type, wanted] = [typeOf(newer), typeOf(older)];
  if (isNumeric(type) && wanted === 'string') {
    const prefix = prefixOf(older);
    return prefix === null ? [both(asText, asNumber)] : [guess(behind(prefix), numberBehind(prefix))];
  }
  if (type === 'string' && isNumeric(wanted)) {
    const prefix = prefixOf(newer);
    return prefix === null ? [both(asNumber, asText)] : [guess(numberBehind(prefix), behind(prefix))];
  }
  return [];
}

/** `bkg_` of `^bkg_\d+$`; null for a pattern without one. */
function prefixOf(schema: Json): string | null {
  const pattern = isObject(schema) ? textAt(schema['pattern']) : undefined;
  return /^\^([A-Za-z_][\w-]*?)(?:\\d|\[\d-\d\])/.exec(pattern ?? '')?.[1] ?? null;
}

const typeOf = (schema: Json) => (isObject(schema) ? schema['type'] : undefined);
const isNumeric = (type: Json | undefined) => type === 'integer' || type === 'number';

/** A schema that also takes null, without it. */
function withoutNull(schema: Json): { readonly schema: Json; readonly isNullable: boolean } {
  if (!isObject(schema)) return { schema, isNullable: false };
  const options = listAt(schema['anyOf']);
  const [only, ...others] = options.filter((option) => typeOf(option) !== 'null');
  if (only !== undefined && others.length === 0 && options.length === 2) return { schema: only, isNullable: true };
  const types = listAt(schema['type']);
  if (types.length === 2 && types.includes('null'))
    return { schema: { ...schema, type: types.find((type) => type !== 'null') }, isNullable: true };
  return { schema, isNullable: false };
}
