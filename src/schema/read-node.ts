import { type Accept, acceptOf, undecided } from './accept.js';
import { $ZodUnknown, type $ZodType, clone, safeParse, util } from 'zod/v4/core';
import { zodTreeOf } from './foreign/zod-tree-of.js';
import type { Complaint, Discriminator, RecordNames, Rest, SchemaNode } from './node.js';
import { isSchema } from './standard-schema.js';
import { definitionOf, discriminatorOf, discriminatorValues } from './zod-tree.js';

const nodes = new WeakMap<$ZodType, SchemaNode>();

/** The outermost node of a schema of any library, read once; opaque for one without a description. */
export function readNode(schema: unknown): SchemaNode {
  const tree = zodTreeOf(schema);
  if (tree) {
    const node = nodes.get(tree) ?? readZodNode(tree);
    nodes.set(tree, node);
    return node;
  }
  return { kind: 'opaque', what: isSchema(schema) ? `a schema of ${schema['~standard'].vendor}` : 'no schema' };
}

/** A Zod 4 schema as the node of its output: a pipe is its last schema. */
function readZodNode(schema: $ZodType): SchemaNode {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return {
        kind: 'object',
        members: new Map(Object.entries(def.shape)),
        rest: restOf(def.catchall),
        ...refinedBy(schema),
      };
    case 'array':
      return { kind: 'array', element: def.element, ...refinedBy(schema) };
    case 'tuple':
      return { kind: 'tuple', items: def.items, rest: def.rest ?? null, ...refinedBy(schema) };
    case 'record':
      return {
        kind: 'record',
        key: def.keyType,
        names: def.mode === 'loose' ? null : namesOf(def.keyType, def.partial),
        others: def.mode !== 'loose' ? 'refuse' : 'drops' in def ? 'drop' : 'keep',
        value: def.valueType,
        ...refinedBy(schema),
      };
    case 'union':
      return {
        kind: 'union',
        options: def.options,
        discriminator: discriminator(schema, def.options as never),
        ...refinedBy(schema),
      };
    case 'intersection':
      return { kind: 'intersection', sides: [def.left, def.right], ...refinedBy(schema) };
    case 'optional':
    case 'default':
    case 'prefault':
      return { kind: 'wrapper', inner: def.innerType, undefined: true, null: false, ...refinedBy(schema) };
    case 'nullable':
      return { kind: 'wrapper', inner: def.innerType, undefined: false, null: true, ...refinedBy(schema) };
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return { kind: 'wrapper', inner: def.innerType, undefined: false, null: false, ...refinedBy(schema) };
    case 'success':
      return { kind: 'scalar', complaint: (value) => (typeof value === 'boolean' ? null : 'Expected a boolean') };
    case 'lazy':
      return { kind: 'lazy', read: () => def.getter() };
    case 'pipe':
      return readZodNode(def.out as $ZodType);
    case 'any':
    case 'unknown':
    case 'custom':
    case 'transform':
    case 'promise':
    case 'function':
    case 'map':
    case 'set':
      return { kind: 'opaque', what: words[def.type] };
    default: {
      const leaf = 'coerce' in def && def.coerce ? clone(schema, { ...def, coerce: false } as never) : schema;
      return { kind: 'scalar', complaint: unlessAccepted(leaf) };
    }
  }
}

const words = {
  any: 'any()',
  unknown: 'unknown()',
  custom: 'a custom schema',
  transform: 'a transform without an output schema',
  promise: 'a promise',
  function: 'a function',
  map: 'a Map',
  set: 'a Set',
} as const;

/** The keys that an enumeration, literals or a union of them list. Some releases of Zod 4 hide the `values` of a partial record. */
function namesOf(key: $ZodType, partial = false): RecordNames | null {
  const values = listedValues(key);
  return values && { all: values.map(String), required: !partial && key._zod.values !== undefined };
}

function listedValues(key: $ZodType): readonly unknown[] | null {
  const def = definitionOf(key);
  if (def.type === 'enum') return util.getEnumValues(def.entries);
  if (def.type === 'literal') return def.values;
  if (def.type !== 'union') return null;
  const options = def.options.map((option) => listedValues(option as $ZodType));
  return options.every((option) => option !== null) ? options.flat() : null;
}

function restOf(catchall: $ZodType | undefined): Rest {
  if (!catchall) return 'drop';
  const { type } = definitionOf(catchall);
  return type === 'never' ? 'drop' : type === 'unknown' || type === 'any' ? 'keep' : { schema: catchall };
}

function discriminator(schema: $ZodType, options: readonly $ZodType[]): Discriminator | null {
  const member = discriminatorOf(schema);
  if (member === null) return null;
  const positions = options.flatMap((option, index) =>
    [...(discriminatorValues(option, member) ?? [])].map((value) => [value, index] as const),
  );
  return { member, positions: new Map(positions) };
}

function refinedBy(schema: $ZodType): { readonly refined?: Complaint } {
  const { checks } = definitionOf(schema);
  if (!checks || checks.length === 0) return {};
  return { refined: complaintOf(new $ZodUnknown({ type: 'unknown', checks })) };
}

/** Most values are right, which needs no parse. The test is compiled for the first value: most nodes are read for their shape alone. */
function unlessAccepted(schema: $ZodType): Complaint {
  const complaint = complaintOf(schema);
  let accept: Accept | null | undefined;
  return (value) => {
    if (accept === undefined) accept = acceptOf(schema);
    return accept === null || accept(value) === undecided ? complaint(value) : null;
  };
}

/** An asynchronous refinement cannot run here, and counts as passed. */
function complaintOf(schema: $ZodType): Complaint {
  return (value) => {
    try {
      const { success, error } = safeParse(schema, value);
      return success ? null : (error.issues[0]?.message ?? 'Invalid value');
    } catch {
      return null;
    }
  };
}
