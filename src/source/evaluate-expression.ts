import * as z from 'zod';
import type { ChainLink, Expression, Member } from './syntax.js';

/** What the names of an expression stand for, beside `z`. */
export type Constants = (name: string) => unknown;

/** The value of an expression that declares a schema, as the module that it would stand in evaluates it. Throws a TypeError for any other expression. */
export function evaluateExpression(expression: Expression, constants: Constants): unknown {
  const of = (inner: Expression) => evaluateExpression(inner, constants);
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'pattern':
      return new RegExp(expression.source, expression.flags);
    case 'name':
      return constants(expression.name);
    case 'list':
      return expression.items.map(of);
    case 'object':
      return objectOf(expression.members, of);
    case 'later':
      return () => constants(expression.name);
    case 'chain':
      return expression.steps.reduce(
        (target, link) => follow(target, link, of),
        expression.head === 'z' ? (z as unknown) : constants(expression.head),
      );
    default:
      throw new TypeError(`A schema has no ${expression.kind}.`);
  }
}

function follow(target: unknown, { member, call }: ChainLink, of: (inner: Expression) => unknown): unknown {
  const callee = member === undefined ? target : (target as Readonly<Record<string, unknown>>)[member];
  if (call === undefined) return callee;
  return Reflect.apply(callee as (...args: readonly unknown[]) => unknown, target, call.map(of));
}

/** `__proto__` is a member like any other, and a member that is declared later is asked for when it is needed. */
function objectOf(members: readonly Member[], of: (inner: Expression) => unknown): object {
  const made = {};
  for (const { key, value, getter } of members)
    Object.defineProperty(made, key, {
      enumerable: true,
      configurable: true,
      ...(getter === undefined ? { value: of(value), writable: true } : { get: () => of(value) }),
    });
  return made;
}
