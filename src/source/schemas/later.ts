import { type Chain, type Expression, type Member, type Name, zod } from '../syntax.js';
import type { Printing, SchemaExpression } from './printing.js';

/**
 * A member whose schema is declared later is a getter, which Zod asks when it is needed. TypeScript follows circles through the members of
 * the constants themselves only.
 */
export function settleMember(member: Member, printing: Printing): Member {
  if (!needsLater(member.value, printing)) return member;
  const getter = printing.isOutermost() ? typeOf(member.value) : null;
  if (getter !== null && member.key.length + getter.length <= longestType) return { ...member, getter };
  return { ...member, value: deferred(member.value, printing) };
}

/** A longer type would not stay on the line of its getter. */
const longestType = 64;

/** A schema outside of any member that names one declared later, which it then asks for when it is needed. */
export const settle = (schema: SchemaExpression, printing: Printing) => deferred(schema, printing) as Chain | Name;

function needsLater(expression: Expression, printing: Printing): boolean {
  switch (expression.kind) {
    case 'name':
      return printing.isLater(expression.name);
    case 'chain':
      return (
        printing.isLater(expression.head) ||
        expression.steps.some(({ call = [] }) => call.some((one) => needsLater(one, printing)))
      );
    case 'list':
      return expression.items.some((item) => needsLater(item, printing));
    default:
      return false;
  }
}

function deferred(expression: Expression, printing: Printing): Expression {
  if (!needsLater(expression, printing)) return expression;
  const inner = (one: Expression) => deferred(one, printing);
  if (expression.kind === 'name') return zod('lazy', { kind: 'later', name: expression.name });
  if (expression.kind === 'list') return { ...expression, items: expression.items.map(inner) };
  if (expression.kind !== 'chain') return expression;
  const steps = expression.steps.map((step) => (step.call ? { ...step, call: step.call.map(inner) } : step));
  if (!printing.isLater(expression.head)) return { ...expression, steps };
  return {
    ...expression,
    head: 'z',
    steps: [...zod('lazy', { kind: 'later', name: expression.head }).steps, ...steps],
  };
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'z.ZodString',
  number: 'z.ZodNumber',
  boolean: 'z.ZodBoolean',
  null: 'z.ZodNull',
  unknown: 'z.ZodUnknown',
};
const wrappers: Readonly<Record<string, (type: string) => string>> = {
  optional: (type) => `z.ZodOptional<${type}>`,
  nullable: (type) => `z.ZodNullable<${type}>`,
  nullish: (type) => `z.ZodOptional<z.ZodNullable<${type}>>`,
};
const kept = ['min', 'max', 'length', 'regex', 'gt', 'lt', 'multipleOf', 'meta'];

/** The type of a schema, which the return type of a getter has to name; null for one that takes too many words. */
function typeOf(expression: Expression): string | null {
  if (expression.kind === 'name') return `typeof ${expression.name}`;
  if (expression.kind !== 'chain') return null;
  const isZod = expression.head === 'z';
  const [first] = expression.steps;
  const start = isZod ? typeOfConstructor(first?.member ?? '', first?.call ?? []) : `typeof ${expression.head}`;
  return expression.steps
    .slice(isZod ? 1 : 0)
    .reduce<string | null>(
      (type, { member = '' }) => (type === null || kept.includes(member) ? type : (wrappers[member]?.(type) ?? null)),
      start,
    );
}

function typeOfConstructor(member: string, args: readonly Expression[]): string | null {
  if (plainTypes[member]) return plainTypes[member];
  const types = (args[0]?.kind === 'list' && args.length === 1 ? args[0].items : args).map(typeOf);
  if (types.includes(null)) return null;
  if (member === 'array') return `z.ZodArray<${types[0]}>`;
  if (member === 'record') return `z.ZodRecord<${types.join(', ')}>`;
  return member === 'union' ? `z.ZodUnion<readonly [${types.join(', ')}]>` : null;
}
