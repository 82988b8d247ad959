import { isSchema, type Schema } from '../../routing/declare/schema.js';

/** The types that text values are read as. */
export type ScalarKind = 'integer' | 'number' | 'boolean' | 'bigint' | 'text';
export type Kind = { readonly item: ScalarKind; readonly many: boolean };

interface Definition {
  readonly type?: string;
  readonly typeName?: string;
  readonly [member: string]: unknown;
}

/** A Zod schema's own description: `_zod.def` in Zod 4, `_def` in zod/v3. */
function definitionOf(schema: Schema): Definition {
  const { _zod, _def } = schema as { _zod?: { def: Definition }; _def?: Definition };
  return _zod?.def ?? _def ?? {};
}

const typeOf = ({ type, typeName }: Definition) =>
  typeName ? typeName.replace(/^Zod/, '').toLowerCase() : (type ?? '');

/** The schema inside optional, default, nullable, refined and piped ones. */
function unwrap(schema: Schema): Schema {
  const definition = definitionOf(schema);
  const inner =
    definition.innerType ?? definition.in ?? (typeOf(definition) === 'effects' ? definition.schema : undefined);
  return isSchema(inner) && typeOf(definitionOf(inner)) !== 'transform' ? unwrap(inner) : schema;
}

/** The kinds of an object schema's members by name, unions and intersections of objects included; null for other schemas. */
export function memberKinds(schema: Schema): ReadonlyMap<string, Kind> | null {
  const definition = definitionOf(unwrap(schema));
  const { shape } = definition;
  const branches = branchesOf(definition);
  if (branches.length > 0) return uniteKinds(branches.map(memberKinds));
  const members = typeof shape === 'function' ? (shape as () => unknown)() : shape;
  if (typeof members !== 'object' || members === null) return null;
  return new Map(Object.entries(members as Record<string, Schema>).map(([name, member]) => [name, kindOf(member)]));
}

/** The sides of an intersection, the options of a union. */
function branchesOf({ left, right, options }: Definition): readonly Schema[] {
  const list: readonly unknown[] =
    options instanceof Map ? [...options.values()] : Array.isArray(options) ? options : [left, right];
  return list.filter(isSchema);
}

/** A member with different kinds in different branches stays text. */
function uniteKinds(branches: readonly (ReadonlyMap<string, Kind> | null)[]): ReadonlyMap<string, Kind> | null {
  const kinds = new Map<string, Kind>();
  for (const branch of branches) {
    if (!branch) return null;
    for (const [name, kind] of branch) {
      const other = kinds.get(name) ?? kind;
      kinds.set(
        name,
        other.item === kind.item && other.many === kind.many ? kind : { item: 'text', many: other.many && kind.many },
      );
    }
  }
  return kinds;
}

function kindOf(schema: Schema): Kind {
  const inner = unwrap(schema);
  const definition = definitionOf(inner);
  if (typeOf(definition) !== 'array') return { item: scalarKind(inner), many: false };
  const element = definition.element ?? definition.type;
  return { item: isSchema(element) ? scalarKind(unwrap(element)) : 'text', many: true };
}

function scalarKind(schema: Schema): ScalarKind {
  const definition = definitionOf(schema);
  switch (typeOf(definition)) {
    case 'number':
      return isInteger(schema, definition) ? 'integer' : 'number';
    case 'int':
      return 'integer';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'bigint';
    case 'literal':
      return allNumbers(definition.values ?? [definition.value]) ? 'number' : 'text';
    case 'enum':
    case 'nativeenum':
      return allNumbers(Object.values((definition.entries ?? definition.values ?? {}) as object)) ? 'number' : 'text';
    default:
      return 'text';
  }
}

function isInteger(schema: Schema, definition: Definition): boolean {
  const checks = (definition.checks ?? []) as readonly {
    kind?: string;
    isInt?: boolean;
    _zod?: { def?: { format?: string } };
  }[];
  const formatted = definition.format as string | undefined;
  return (
    /int/.test(formatted ?? '') ||
    (schema as { isInt?: unknown }).isInt === true ||
    checks.some((check) => check.kind === 'int' || check.isInt === true || /int/.test(check._zod?.def?.format ?? ''))
  );
}

const allNumbers = (values: unknown) =>
  Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'number');
