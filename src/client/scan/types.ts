import type { Type } from './checker.js';

/** The members of a union or an intersection, or the type itself. */
export const constituentsOf = (type: Type | undefined): readonly Type[] => (type ? (type.types ?? [type]) : []);

/** The texts that a type of literals has. */
export const literalsOf = (type: Type | undefined): readonly string[] =>
  constituentsOf(type).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
