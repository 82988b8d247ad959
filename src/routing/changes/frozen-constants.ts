import { type $ZodType, globalRegistry } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { ancestorsOf } from '../../schema/identity.js';
import { isSchema } from '../../schema/standard-schema.js';
import { childrenOf } from '../../schema/zod-tree.js';
import { bodyParts } from '../declare/bodies.js';
import { partNames } from '../declare/request-parts.js';
import { responseDetail } from '../table/responses.js';
import type { Change } from './change.js';
import { type FrozenConstant, frozenOf } from './frozen.js';
import type { OperationChange } from './operation.js';

/** The frozen constants that changes name, and those inside of what they name. */
export const constantsOf = (changes: readonly Change[]): readonly FrozenConstant[] =>
  constantsIn(changes.flatMap(schemasOf));

/** The frozen constants among schemas and inside of them. */
export function constantsIn(schemas: readonly $ZodType[]): readonly FrozenConstant[] {
  const seen = new Set<$ZodType>(schemas);
  const found = new Set<FrozenConstant>();
  for (const schema of seen) {
    const constant = frozenOf(schema);
    if (constant) found.add(constant);
    for (const child of childrenOf(schema)) seen.add(child);
  }
  return [...found];
}

const schemasOf = ({ reshapes, operations }: Change): readonly $ZodType[] => [
  ...reshapes.flatMap(({ trees }) => [trees.after, trees.before]),
  ...operations.flatMap(namedSchemas),
];

/** What the `before` of an operation names. */
function namedSchemas({ before }: OperationChange): readonly $ZodType[] {
  const { body, response } = before;
  const answers = isSchema(response)
    ? [response]
    : Object.values(response ?? {}).map((entry) => responseDetail(entry).schema);
  const parts = partNames.map((part) => (part === 'body' ? body && bodyParts(body).schema : before[part]));
  return [...parts, ...answers].map(zodTreeOf).filter((tree) => tree !== null);
}

/** The schemas with an id in some, each once; what a frozen constant holds is its own. */
export function namedIn(schemas: readonly $ZodType[]): readonly (readonly [id: string, schema: $ZodType])[] {
  const found = new Map<$ZodType, readonly [string, $ZodType]>();
  const seen = new Set<$ZodType>(schemas);
  for (const schema of seen) {
    if (frozenOf(schema)) continue;
    for (const ancestor of ancestorsOf(schema)) {
      const id = globalRegistry.get(ancestor)?.id;
      if (typeof id !== 'string') continue;
      if (!found.has(ancestor)) found.set(ancestor, [id, ancestor]);
      break;
    }
    for (const child of childrenOf(schema)) seen.add(child);
  }
  return [...found.values()];
}
