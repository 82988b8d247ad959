import { type $ZodType, safeParse } from 'zod/v4/core';
import { pickOption } from '../schema/fits.js';
import { readerOf } from '../schema/members.js';
import type { SchemaNode } from '../schema/node.js';
import { readNode } from '../schema/read-node.js';
import { definitionOf } from '../schema/zod-tree.js';
import { isReadBefore } from './older-schemas.js';
import type { Conversion, Course, Hop } from './hop.js';
import { mayBeSeveral } from './several.js';
import {
  convertList,
  convertObject,
  convertRecord,
  convertSides,
  direct,
  down,
  upThrough,
} from './member-conversions.js';

type UnionNode = Extract<SchemaNode, { kind: 'union' }>;

/**
 * Converts what a schema contains: one closure that visits only the places with a change; null when there are none. What a change
 * passed on where it does not belong stays as it is on the way up: the newest schema refuses it.
 */
export function containerConversion(hop: Hop, schema: $ZodType, course: Course): Conversion | null {
  const inside = (child: unknown) => hop.conversion(child as $ZodType, course);
  const older = (child: $ZodType) => (course === 'down' ? child : hop.olderBare(child));
  const def = definitionOf(schema);
  const way = course === 'up' ? upThrough(schema) : course === 'direct' ? direct : down;
  switch (def.type) {
    case 'object':
      return convertObject(
        Object.entries(def.shape).map(([name, member]) => ({
          name,
          read: readerOf(name),
          conversion: inside(member),
          whenMissing: acceptsMissing(member as $ZodType, course),
        })),
        def.catchall ? inside(def.catchall) : null,
        way,
      );
    case 'array': {
      const element = inside(def.element);
      const items = element && convertList(() => element, way);
      if (!items || course === 'down' || !mayBeSeveral(def.element as $ZodType)) return items;
      return (value, isParsed) => {
        const raised = items(value, isParsed);
        return Array.isArray(raised) && raised.some(Array.isArray) ? raised.flat() : raised;
      };
    }
    case 'tuple': {
      const [items, rest] = [def.items.map(inside), def.rest ? inside(def.rest) : null];
      return convertList((index) => (index < items.length ? items[index]! : rest), way);
    }
    case 'record': {
      const keys = older(def.keyType as $ZodType);
      return convertRecord(
        {
          key: inside(def.keyType),
          member: inside(def.valueType),
          has: def.mode === 'loose' ? (name) => safeParse(keys, name).success : () => true,
        },
        way,
      );
    }
    case 'union':
      return convertOption(older(schema), def.options.map(inside));
    case 'intersection':
      return convertSides(
        [def.left as $ZodType, def.right as $ZodType].map((side) => ({
          schema: older(side),
          conversion: inside(side),
        })),
        way,
      );
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch': {
      const inner = inside(def.innerType);
      return inner && ((value, isParsed) => (value === undefined ? value : inner(value, isParsed)));
    }
    case 'nullable': {
      const inner = inside(def.innerType);
      return inner && ((value, isParsed) => (value === null ? value : inner(value, isParsed)));
    }
    case 'readonly':
    case 'nonoptional':
      return inside(def.innerType);
    case 'lazy':
      return inside(def.getter());
    case 'pipe':
      return inside(course === 'down' || !isReadBefore(hop, schema) ? def.out : def.in);
    default:
      return null;
  }
}

const acceptsMissing = (member: $ZodType, course: Course) =>
  member._zod[course === 'down' ? 'optout' : 'optin'] !== undefined;

function convertOption(schema: $ZodType, options: readonly (Conversion | null)[]): Conversion {
  const pick = pickOption(readNode(schema) as UnionNode);
  return (value, isParsed) => {
    const position = pick(value);
    if (position < 0 && isParsed === false) return value;
    if (position < 0) throw new TypeError('The value matches no member of the union.');
    const convert = options[position];
    return convert ? convert(value, isParsed) : value;
  };
}
