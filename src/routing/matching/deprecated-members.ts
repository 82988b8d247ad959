import { isDeepStrictEqual } from 'node:util';
import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { readerOf } from '../../schema/members.js';
import { isRecord } from '../../schema/node.js';
import { definitionOf, isZod } from '../../schema/zod-tree.js';
import type { Route } from '../table/route.js';
import { partNames, type RequestPart, requestParts } from '../declare/request-parts.js';
import { readNode } from '../../schema/read-node.js';

/** A member of a route's requests that its schema marks as deprecated. */
export interface DeprecatedMember {
  /** `query.page`, `body.items.*.sku` */
  readonly name: string;
  /** Whether a valid request has it, with another value than its default. */
  readonly isUsed: (request: Readonly<Partial<Record<RequestPart, unknown>>>) => boolean;
}

type Presence = (value: unknown) => boolean;

/** The deprecated members of everything that a route takes. */
export function deprecatedMembers({ schemas }: Pick<Route, 'schemas'>): readonly DeprecatedMember[] {
  const parts = partNames.filter((part) => schemas[part] !== undefined);
  return parts.flatMap((part) =>
    findMembers(schemas[part], new Set()).map(({ path, isPresent }) => ({
      name: [requestParts[part], ...path].join('.'),
      isUsed: (request) => isPresent(request[part]),
    })),
  );
}

interface Found {
  readonly path: readonly string[];
  readonly isPresent: Presence;
}

/** `outer` are the schemas around this one, which may contain itself. */
function findMembers(schema: unknown, outer: ReadonlySet<unknown>): readonly Found[] {
  if (outer.has(schema)) return [];
  const seen = new Set([...outer, schema]);
  const node = readNode(schema);
  switch (node.kind) {
    case 'object':
      return [...node.members].flatMap(([name, member]) => {
        const read = readerOf(name);
        const found = isDeprecated(member) ? [{ path: [], isPresent: presenceOf(member) }] : findMembers(member, seen);
        return found.map(({ path, isPresent }) => ({
          path: [name, ...path],
          isPresent: (value) => isPresent(isRecord(value) ? read(value) : undefined),
        }));
      });
    case 'array':
      return findMembers(node.element, seen).map(({ path, isPresent }) => ({
        path: ['*', ...path],
        isPresent: (value) => Array.isArray(value) && value.some(isPresent),
      }));
    case 'wrapper':
      return findMembers(node.inner, seen);
    case 'union':
      return unique(node.options.flatMap((option) => findMembers(option, seen)));
    case 'intersection':
      return unique(node.sides.flatMap((side) => findMembers(side, seen)));
    case 'lazy':
      return findMembers(node.read(), seen);
    default:
      return [];
  }
}

/** The same member of several options counts once. */
const unique = (found: readonly Found[]) => [...new Map(found.map((one) => [one.path.join('.'), one])).values()];

function isDeprecated(schema: unknown): boolean {
  if (!isZod(schema)) return false;
  if (globalRegistry.get(schema)?.deprecated === true) return true;
  const inner = innerOf(schema);
  return inner !== null && isDeprecated(inner);
}

/** A member with a default is always there; it is used where its value is another one. */
function presenceOf(schema: unknown): Presence {
  for (let inner: unknown = schema; isZod(inner); inner = innerOf(inner)) {
    const definition = definitionOf(inner);
    if (definition.type !== 'default' && definition.type !== 'prefault') continue;
    const { defaultValue } = definition;
    return (value) => value !== undefined && !isDeepStrictEqual(value, defaultValue);
  }
  return (value) => value !== undefined;
}

const innerOf = (schema: $ZodType) => (definitionOf(schema) as { readonly innerType?: $ZodType }).innerType ?? null;
