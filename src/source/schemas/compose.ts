import { isObject, listAt, objectAt, textAt, type Json, type JsonObject } from '../../json/json.js';
import { literal, list, method, zod } from '../syntax.js';
import { keep } from './keep.js';
import type { Printing, SchemaExpression, TypeName } from './printing.js';
import { type Typed, without } from './scalars.js';
import { isOpen, singleType, typesOf } from './read-types.js';

const composed = ['allOf', 'anyOf', 'oneOf'] as const;

/** A schema of its own type, where it has one, together with its allOf, anyOf and oneOf; the other keywords are kept. */
export function printComposed(
  own: Typed | null,
  keywords: JsonObject,
  types: readonly TypeName[] | null,
  printing: Printing,
): SchemaExpression {
  const assumed = types ?? commonTypes(keywords, printing);
  const spoken = composed.filter(
    (keyword) => keywords[keyword] !== undefined && isWritten(keyword, keywords, own !== null, printing),
  );
  const first = own ? [keep(own.base, own.kept, printing)] : [];
  const parts = [...first, ...spoken.flatMap((keyword) => printers[keyword](keywords, assumed ?? undefined, printing))];
  const [start = zod('unknown'), ...others] = parts;
  const whole = others.reduce((all, part) => method(all, 'and', part), start);
  return keep(whole, without(keywords, spoken), printing);
}

/** The one type that the members of an allOf ask for, or that and null. */
export const commonTypes = (keywords: JsonObject, printing: Printing): readonly TypeName[] | null =>
  singleType(typesOf({ allOf: keywords['allOf'] }, printing));

const structural = [
  '$ref',
  'type',
  'properties',
  'items',
  'prefixItems',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'additionalProperties',
];

/** Whether alternatives are written as schemas: those that only add a condition to what is written already are kept. */
function isWritten(
  keyword: (typeof composed)[number],
  keywords: JsonObject,
  hasOwn: boolean,
  printing: Printing,
): boolean {
  const members = listAt(keywords[keyword]);
  if (members.length === 0) return false;
  if (keyword === 'allOf') return members.every((member) => isOpen(member, printing));
  return !hasOwn || members.every((member) => isObject(member) && structural.some((one) => member[one] !== undefined));
}

type ComposedPrinter = (
  keywords: JsonObject,
  assumed: readonly TypeName[] | undefined,
  printing: Printing,
) => readonly SchemaExpression[];

const printers: Readonly<Record<(typeof composed)[number], ComposedPrinter>> = {
  allOf: ({ allOf }, assumed, printing) => listAt(allOf).map((member) => printing.print(member, assumed)),
  anyOf: ({ anyOf }, assumed, printing) => {
    const members = listAt(anyOf);
    const others = members.filter((member) => !isNull(member));
    const printed = others.map((member) => printing.print(member, assumed));
    const [first, ...more] = printed;
    if (!first) return [zod('null')];
    const joined = more.length === 0 ? first : zod('union', list(printed));
    return [others.length < members.length ? method(joined, 'nullable') : joined];
  },
  oneOf: ({ oneOf, discriminator }, assumed, printing) => {
    const members = listAt(oneOf);
    const others = members.filter((member) => !isNull(member));
    const [only] = others;
    if (others.length === 1 && members.length === 2 && neverNull(only, printing))
      return [method(printing.print(only, assumed), 'nullable')];
    const before = printing.keptCount();
    const printed = members.map((member) => printing.print(member, assumed));
    if (printed.length === 1) return printed;
    const property = textAt(objectAt(discriminator)['propertyName']);
    if (
      property !== null &&
      isDiscriminated(members, property, printing) &&
      !printed.some((one) => one.kind === 'name' && printing.isLater(one.name))
    )
      return [zod('discriminatedUnion', literal(property), list(printed))];
    // Of alternatives that Zod finds wider than they are, more than one may accept a value.
    if (printing.keptCount() > before) return [keep(zod('union', list(printed)), { oneOf: members }, printing)];
    return [zod('xor', list(printed))];
  },
};

const isNull = (member: Json) => isObject(member) && member['type'] === 'null' && Object.keys(member).length === 1;

function neverNull(node: Json | undefined, printing: Printing): boolean {
  const types = typesOf(node, printing);
  return types.length > 0 && !types.includes('null') && !(isObject(node) && node['nullable'] === true);
}

/** Whether a member tells alternatives apart as `z.discriminatedUnion` asks: objects with values of their own for it. */
function isDiscriminated(members: readonly Json[], property: string, printing: Printing): boolean {
  const seen = new Set<Json>();
  return members.every((member) => {
    const target =
      isObject(member) && typeof member['$ref'] === 'string' && Object.keys(member).length === 1
        ? printing.target(member)
        : member;
    if (!isObject(target) || target['type'] !== 'object' || composed.some((keyword) => target[keyword] !== undefined))
      return false;
    if (['$ref', 'enum', 'const', 'not'].some((keyword) => target[keyword] !== undefined)) return false;
    if (!listAt(target['required']).includes(property)) return false;
    const described = objectAt(objectAt(target['properties'])[property]);
    const values = described['const'] === undefined ? listAt(described['enum']) : [described['const']];
    const isPlain =
      values.length > 0 &&
      Object.keys(described).every((keyword) => ['type', 'const', 'enum', 'description'].includes(keyword));
    const isNew = values.every((value) => typeof value === 'string' && !seen.has(value) && seen.add(value));
    return isPlain && isNew && (described['type'] === undefined || described['type'] === 'string');
  });
}
