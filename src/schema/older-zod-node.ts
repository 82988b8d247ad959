import { util } from 'zod/v4/core';
import type { RecordNames, SchemaNode } from './node.js';

interface OlderZod {
  readonly _def: {
    readonly typeName: string;
    readonly type?: unknown;
    readonly innerType?: unknown;
    readonly schema?: unknown;
    readonly [member: string]: unknown;
  };
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly { readonly message: string }[] } };
}

export function isOlderZod(schema: unknown): schema is OlderZod {
  const definition = (schema as Partial<OlderZod> | null)?._def;
  return typeof definition?.typeName === 'string' && definition.typeName.startsWith('Zod');
}

/** A `zod/v3` schema as the node of its output. */
export function readOlderZodNode(schema: unknown): SchemaNode | null {
  if (!isOlderZod(schema)) return null;
  const def = schema._def;
  switch (def.typeName) {
    case 'ZodObject':
      return {
        kind: 'object',
        members: new Map(Object.entries((def['shape'] as () => object)())),
        rest: restOf(schema),
      };
    case 'ZodArray':
      return { kind: 'array', element: def.type };
    case 'ZodTuple':
      return { kind: 'tuple', items: def['items'] as readonly unknown[], rest: def['rest'] ?? null };
    case 'ZodRecord':
      return { kind: 'record', key: def['keyType'], names: namesOf(def['keyType']), value: def['valueType'] };
    case 'ZodUnion':
      return { kind: 'union', options: def['options'] as readonly unknown[], discriminator: null };
    case 'ZodDiscriminatedUnion':
      return discriminated(def);
    case 'ZodIntersection':
      return { kind: 'intersection', sides: [def['left'], def['right']] };
    case 'ZodOptional':
    case 'ZodDefault':
      return { kind: 'wrapper', inner: def.innerType, undefined: true, null: false };
    case 'ZodNullable':
      return { kind: 'wrapper', inner: def.innerType, undefined: false, null: true };
    case 'ZodCatch':
    case 'ZodReadonly':
      return { kind: 'wrapper', inner: def.innerType, undefined: false, null: false };
    case 'ZodBranded':
      return { kind: 'wrapper', inner: def.type, undefined: false, null: false };
    case 'ZodLazy':
      return { kind: 'lazy', read: def['getter'] as () => unknown };
    case 'ZodPipeline':
      return readOlderZodNode(def['out']);
    case 'ZodEffects':
      return (def['effect'] as { type: string }).type === 'transform'
        ? { kind: 'opaque', what: 'a transform without an output schema' }
        : readOlderZodNode(def.schema);
    case 'ZodAny':
    case 'ZodUnknown':
    case 'ZodMap':
    case 'ZodSet':
    case 'ZodPromise':
    case 'ZodFunction':
      return { kind: 'opaque', what: `${def.typeName.slice(3).toLowerCase()}()` };
    default:
      return { kind: 'scalar', complaint: (value) => schema.safeParse(value).error?.issues[0]?.message ?? null };
  }
}

/** Every record of `zod/v3` is partial. */
function namesOf(key: unknown): RecordNames | null {
  const values = listedValues(key);
  return values && { all: values.map(String), required: false };
}

function listedValues(key: unknown): readonly unknown[] | null {
  const def = isOlderZod(key) ? key._def : null;
  if (def?.typeName === 'ZodEnum') return def['values'] as readonly string[];
  if (def?.typeName === 'ZodLiteral') return [def['value']];
  if (def?.typeName === 'ZodNativeEnum') return util.getEnumValues(def['values'] as Record<string, string | number>);
  if (def?.typeName !== 'ZodUnion') return null;
  const options = (def['options'] as readonly unknown[]).map(listedValues);
  return options.every((option) => option !== null) ? options.flat() : null;
}

function restOf({ _def: def }: OlderZod) {
  if (def['unknownKeys'] === 'passthrough') return 'keep';
  const catchall = def['catchall'];
  return isOlderZod(catchall) && catchall._def.typeName !== 'ZodNever' ? { schema: catchall } : 'drop';
}

function discriminated(def: OlderZod['_def']): SchemaNode {
  const byValue = def['optionsMap'] as ReadonlyMap<unknown, unknown>;
  const options = [...new Set(byValue.values())];
  const positions = new Map([...byValue].map(([value, option]) => [value, options.indexOf(option)]));
  return { kind: 'union', options, discriminator: { member: def['discriminator'] as string, positions } };
}
