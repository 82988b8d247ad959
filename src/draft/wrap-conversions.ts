import { isObject, type Json, type JsonObject } from '../json/json.js';
import { valuesOf } from './enum-conversions.js';
import { knownValues } from './known-values.js';
import { type Look, type Member, membersOf, sameSchema } from './members.js';
import type { Conversion, KnownValue, Way } from './step.js';
import { unitConversions } from './number-conversions.js';
import { asItIs, both, literalOf } from './ways.js';
import { keyOf, memberOf, todo } from './write.js';

/** A value that became a member of an object, or that was one. */
export function wrapConversions(newer: Json, older: Json, look: Look): readonly Conversion[] {
  const [now, before] = [look.newer(newer), look.older(older)];
  if (isOpened(now) && !isOpened(before))
    return insideOf(now).flatMap((place) =>
      innerConversions(place.member.schema, older).flatMap(({ down, up, isGuess }) =>
        othersOf(now, place.name).map((others) => ({
          down: takenFrom(place.name, down, others.length > 0),
          up: putInto(place.name, up, others),
          isGuess: isGuess || others.some(({ value }) => value?.isGuess),
        })),
      ),
    );
  if (isOpened(before) && !isOpened(now))
    return insideOf(before).flatMap((place) =>
      innerConversions(newer, place.member.schema).flatMap(({ down, up, isGuess }) =>
        othersOf(before, place.name).map((others) => ({
          down: putInto(place.name, down, others),
          up: takenFrom(place.name, up, others.length > 0),
          isGuess: isGuess || others.some(({ value }) => value?.isGuess),
        })),
      ),
    );
  return [];
}

const isOpened = (schema: Json): schema is JsonObject =>
  isObject(schema) && schema['type'] === 'object' && isObject(schema['properties']);

/** The members that are always there. */
const insideOf = (schema: JsonObject) =>
  [...membersOf(schema)].flatMap(([name, member]) => (member.isRequired ? [{ name, member }] : []));

/** The same values, or numbers of another unit. */
function innerConversions(newer: Json, older: Json): readonly Conversion[] {
  if (sameSchema(newer, older)) return [both(asItIs, asItIs)];
  if (valuesOf(newer) !== null || valuesOf(older) !== null) return [];
  return unitConversions(newer, older);
}

interface Other {
  readonly name: string;
  readonly member: Member;
  readonly value: KnownValue | undefined;
}

/** What the other members of an object may be, a list for each way to know it. */
function othersOf(schema: JsonObject, name: string): readonly (readonly Other[])[] {
  const others = [...membersOf(schema)].filter(([other]) => other !== name);
  return others.reduce<readonly (readonly Other[])[]>(
    (lists, [other, member]) =>
      lists
        .flatMap((list) => knownValues(member).map((value) => [...list, { name: other, member, value }]))
        .slice(0, 4),
    [[]],
  );
}

const takenFrom = (name: string, inner: Way, loses: boolean): Way => ({
  write: (value, question, literal) => inner.write(memberOf(value, name), question, literal),
  run: (value) => inner.run((value as JsonObject)[name] as Json),
  isIdentity: false,
  invents: inner.invents,
  loses: loses || inner.loses,
});

function putInto(name: string, inner: Way, others: readonly Other[]): Way {
  const given = others.filter(({ value }) => value === undefined || value.known !== undefined);
  return {
    write: (value, question, literal) => {
      const rest = given.map(
        (one) => `${keyOf(one.name)}: ${one.value ? literalOf(one.value.known!) : todo(`${question} (${one.name})`)}`,
      );
      return `{ ${[`${keyOf(name)}: ${inner.write(value, question, literal)}`, ...rest].join(', ')} }`;
    },
    run: (value) =>
      given.some((one) => one.value === undefined)
        ? undefined
        : Object.fromEntries([[name, inner.run(value)], ...given.map((one) => [one.name, one.value!.known])]),
    isIdentity: false,
    invents: inner.invents || given.some((one) => one.value === undefined),
    loses: inner.loses,
  };
}
