import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { type Acceptance, checksOf, lengthTest, readChoice, readScalar, refer, type Scope } from './accept-scalar.js';
import { compileText } from './compile-text.js';
import { definitionOf, isZod } from './zod-tree.js';

/** Returned for a value that has to be parsed by its schema. */
export const undecided = Symbol('undecided');

/** Returns what the schema would return for a valid value, or `undecided`. */
export type Accept = (value: unknown) => unknown;

/**
 * Compiles a Zod 4 schema of plain members into one function that accepts valid values faster than the schema's own
 * parse. It decides nothing else: issues, transforms and refinements are the schema's. null where it would never decide.
 */
export function acceptOf(schema: unknown): Accept | null {
  if (!isZod(schema)) return null;
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const accept = compile(schema);
  compiled.set(schema, accept);
  return accept;
}

const compiled = new WeakMap<object, Accept | null>();

function compile(schema: unknown): Accept | null {
  const scope: Scope = [];
  const root = read(schema, scope, new Set());
  if (root === null) return null;
  const body = root.kind === 'copy' ? root.text('value') : `${root.text('value')} ? value : undecided`;
  return compileIn(scope, `return (value) => ${body};`);
}

/** What texts name `s0`, `s1` and so on are the values of the scope. */
function compileIn(scope: Scope, text: string): Accept | null {
  const values = Object.fromEntries(scope.map((value, index) => [`s${index}`, value]));
  return compileText<Accept>(text, { undecided, ...values });
}

function read(schema: unknown, scope: Scope, open: ReadonlySet<unknown>): Acceptance | null {
  if (!isZod(schema) || open.has(schema)) return null;
  const inside = new Set([...open, schema]);
  const def = definitionOf(schema);
  switch (def.type) {
    case 'object':
      return readObject(schema, def, scope, inside);
    case 'array':
      return readArray(schema, def, scope, inside);
    case 'nullable': {
      if (checksOf(schema).length > 0) return null;
      const inner = read(def.innerType, scope, inside);
      if (inner?.kind === 'copy') return { ...inner, text: (own) => `(${own} === null ? null : ${inner.text(own)})` };
      return inner && { ...inner, text: (own) => `(${own} === null || ${inner.text(own)})` };
    }
    case 'string':
      return readScalar(schema, def, (own) => `typeof ${own} === 'string'`, scope);
    case 'number':
      return readScalar(schema, def, (own) => `Number.isFinite(${own})`, scope);
    case 'boolean':
      return readScalar(schema, def, (own) => `typeof ${own} === 'boolean'`, scope);
    case 'enum':
    case 'literal':
      return readChoice(schema, scope);
    default:
      return null;
  }
}

type Definition<Type extends $ZodTypes['_zod']['def']['type']> = Extract<$ZodTypes['_zod']['def'], { type: Type }>;

function readObject(
  schema: $ZodType,
  def: Definition<'object'>,
  scope: Scope,
  open: ReadonlySet<unknown>,
): Acceptance | null {
  if (checksOf(schema).length > 0 || (def.catchall && def.catchall._zod.def.type !== 'never')) return null;
  const members = Object.entries(def.shape).map(([name, member], index) =>
    name === '__proto__' ? null : readMember(name, `m${index}`, member, scope, open),
  );
  if (!members.every((member) => member !== null)) return null;
  // One literal holds what is always there, as far as the order of the members allows.
  const split = members.findIndex(({ isOptional }) => isOptional);
  const leading = split < 0 ? members : members.slice(0, split);
  const names = refer(new Set(Object.keys(def.shape)), scope);
  const text = `return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undecided;
    ${def.catchall ? `for (const name in value) if (!${names}.has(name)) return undecided;` : ''}
    ${members.map(({ take }) => take).join('\n')}
    const copy = { ${leading.map(({ key, own }) => `${key}: ${own}`).join(', ')} };
    ${members
      .slice(leading.length)
      .map(({ put }) => put)
      .join('\n')}
    return copy;
  };`;
  return called(compileIn(scope, text), scope);
}

/** The source text for one member: `take` reads it as `own` or returns, `put` adds it to the copy. */
interface MemberText {
  readonly key: string;
  readonly own: string;
  readonly isOptional: boolean;
  readonly take: string;
  readonly put: string;
}

function readMember(
  name: string,
  own: string,
  member: unknown,
  scope: Scope,
  open: ReadonlySet<unknown>,
): MemberText | null {
  const { schema, isOptional } = unwrapOptional(member);
  const inner = read(schema, scope, open);
  if (inner === null) return null;
  const key = JSON.stringify(name);
  const accept =
    inner.kind === 'test'
      ? `if (!${inner.text(own)}) return undecided;`
      : `${own} = ${inner.text(own)}; if (${own} === undecided) return undecided;`;
  const take = isOptional
    ? `if (${own} === undefined) { if (${key} in value) return undecided; } else { ${accept} }`
    : accept;
  const put = `copy[${key}] = ${own};`;
  return {
    key,
    own,
    isOptional,
    take: `let ${own} = value[${key}]; ${take}`,
    put: isOptional ? `if (${own} !== undefined) ${put}` : put,
  };
}

/** Only a plain `optional()` leaves an absent member absent. */
function unwrapOptional(member: unknown): { readonly schema: unknown; readonly isOptional: boolean } {
  if (!isZod(member) || definitionOf(member).type !== 'optional') return { schema: member, isOptional: false };
  const { innerType } = definitionOf(member) as Definition<'optional'>;
  const isPlain =
    innerType._zod.optin === undefined && !member._zod.traits.has('$ZodExactOptional') && checksOf(member).length === 0;
  return { schema: isPlain ? innerType : null, isOptional: true };
}

function readArray(
  schema: $ZodType,
  def: Definition<'array'>,
  scope: Scope,
  open: ReadonlySet<unknown>,
): Acceptance | null {
  const element = read(def.element, scope, open);
  const tests = checksOf(schema).map((check) => lengthTest(check, 'value'));
  if (element === null || !tests.every((test) => test !== null)) return null;
  const step =
    element.kind === 'test'
      ? `if (!${element.text('own')}) return undecided; copy.push(own);`
      : `const item = ${element.text('own')}; if (item === undecided) return undecided; copy.push(item);`;
  const text = `return (value) => {
    if (!${['Array.isArray(value)', ...tests].join(' || !')}) return undecided;
    const copy = [];
    for (const own of value) { ${step} }
    return copy;
  };`;
  return called(compileIn(scope, text), scope);
}

function called(accept: Accept | null, scope: Scope): Acceptance | null {
  if (accept === null) return null;
  const name = refer(accept, scope);
  return { kind: 'copy', text: (own) => `${name}(${own})` };
}
