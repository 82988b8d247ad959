import type { $ZodType } from 'zod/v4/core';
import type { OperationShape } from '../routing/changes/operation-stage.js';
import { partNames } from '../routing/declare/request-parts.js';
import { responseDetail } from '../routing/table/responses.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import { childrenOf, definitionOf } from '../schema/zod-tree.js';

/** What of a place in a schema generated values do not reach. */
const kinds = {
  'custom-type': 'a custom type, of which only the examples are tried',
  'custom-check': 'a check of its own, which only some generated values pass',
  'async-check': 'an asynchronous check, which counts as passed',
  transform: 'a transform, tried with what generated values become',
  anything: 'no type, and only a few values are tried',
  stream: 'items that only a running server reads',
  file: 'contents that only a running server reads',
} as const;

type Kind = keyof typeof kinds;

/** A place whose values are not generated, or not all of them. */
export interface Uncovered {
  /** `User.address.zip`, `body.iban of POST /users` */
  readonly place: string;
  readonly kind: Kind;
}

/** `User.iban has a custom type, of which only the examples are tried` */
export const uncoveredWords = ({ place, kind }: Uncovered) => `${place} has ${kinds[kind]}`;

type Placed = readonly [path: string, schema: unknown];

/** What differs between two sides and generated values of those that are drawn do not reach; a schema on both sides is passed on. */
export function uncoveredIn(
  newer: readonly Placed[],
  older: readonly Placed[],
  isDrawn = { newer: true, older: true },
): readonly Uncovered[] {
  const [left, right] = [newer, older].map((side) => side.flatMap(([path, schema]) => walk(zodTreeOf(schema), path)));
  const [onLeft, onRight] = [left!, right!].map((side) => new Set(side.map(({ schema }) => schema)));
  const found = [
    ...left!.filter(({ schema }) => isDrawn.newer && !onRight!.has(schema)),
    ...right!.filter(({ schema }) => isDrawn.older && !onLeft!.has(schema)),
  ].flatMap(({ path, schema }) => kindsOf(schema).map((kind) => ({ place: path, kind })));
  return distinct(found);
}

/** The same for the requests and answers of an operation. */
export function uncoveredOf(name: string, newer: OperationShape, older: OperationShape): readonly Uncovered[] {
  const found = [
    ...uncoveredIn(placesOf(newer), placesOf(older)),
    ...[newer, older].flatMap(({ body, responses }): Uncovered[] => [
      ...(body?.kind === 'ndjson' ? [{ place: 'body', kind: 'stream' } as const] : []),
      ...(body?.kind === 'multipart'
        ? Object.keys(body.files).map((file) => ({ place: file, kind: 'file' }) as const)
        : []),
      ...Object.entries(responses).flatMap(([status, entry]) =>
        responseDetail(entry).stream ? [{ place: `answer ${status}`, kind: 'stream' } as const] : [],
      ),
    ]),
  ];
  return distinct(found.map(({ place, kind }) => ({ place: `${place} of ${name}`, kind })));
}

const placesOf = ({ schemas, responses }: OperationShape): readonly Placed[] => [
  ...partNames.map((part): Placed => [part, schemas[part]]),
  ...Object.entries(responses).map(([status, entry]): Placed => [`answer ${status}`, responseDetail(entry).schema]),
];

function walk(
  tree: $ZodType | null,
  path: string,
  seen = new Set<$ZodType>(),
): readonly { readonly path: string; readonly schema: $ZodType }[] {
  if (!tree || seen.has(tree)) return [];
  seen.add(tree);
  const def = definitionOf(tree);
  const inside =
    def.type === 'object'
      ? Object.entries(def.shape).map(([name, member]) => [`${path}.${name}`, member as $ZodType] as const)
      : childrenOf(tree).map((child) => [def.type === 'array' ? `${path}[]` : path, child] as const);
  return [{ path, schema: tree }, ...inside.flatMap(([place, child]) => walk(child, place, seen))];
}

function kindsOf(schema: $ZodType): readonly Kind[] {
  const { type, checks = [] } = definitionOf(schema) as {
    readonly type: string;
    readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string; readonly fn?: unknown } } }[];
  };
  const own = checks.filter(({ _zod }) => _zod.def.check === 'custom');
  const isAsync = own.some(({ _zod }) => _zod.def.fn?.constructor.name === 'AsyncFunction');
  return [
    ...(type === 'custom' ? (['custom-type'] as const) : []),
    ...(type === 'transform' ? (['transform'] as const) : []),
    ...(type === 'any' || type === 'unknown' ? (['anything'] as const) : []),
    ...(own.length > 0 ? [isAsync ? ('async-check' as const) : ('custom-check' as const)] : []),
  ];
}

const distinct = (list: readonly Uncovered[]) =>
  list.filter((one, index) => list.findIndex(({ place, kind }) => place === one.place && kind === one.kind) === index);
