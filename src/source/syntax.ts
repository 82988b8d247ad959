import type { Json } from '../json/json.js';

/** An expression of TypeScript, as far as declarations of schemas and of changes need it. */
export type Expression =
  | Name
  | Literal
  | Pattern
  | Chain
  | ObjectLiteral
  | List
  | Later
  | Arrow
  | Conditional
  | Operation;

/** `Book`, or what else stays on one line as it is written, such as `value.state`. */
export interface Name {
  readonly kind: 'name';
  readonly name: string;
}

/** Text, a number, a boolean or null. */
export interface Literal {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null;
  /** Its text, where that is not the usual one. */
  readonly text?: string;
}

/** `/^a/u`; the source is that of a RegExp. */
export interface Pattern {
  readonly kind: 'pattern';
  readonly source: string;
  readonly flags: string;
}

/** `z.string().min(1)`, or a call of a function: `frozen("Book", …)`. */
export interface Chain {
  readonly kind: 'chain';
  readonly head: string;
  readonly steps: readonly ChainLink[];
}

/** A member, a call of what stands before it, or both. */
export interface ChainLink {
  readonly member?: string;
  readonly call?: readonly Expression[];
}

/** `{ title: z.string() }` */
export interface ObjectLiteral {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Whether it takes an object apart. */
  readonly isPattern?: boolean;
  /** Whether it stands on several lines whatever fits, as Prettier leaves one whose first member has a line of its own. */
  readonly isSpread?: boolean;
}

export interface Member {
  readonly key: string;
  readonly value: Expression;
  /** A whole comment, which stands before the member. */
  readonly comment?: string;
  /** The type that makes the member a getter. */
  readonly getter?: string;
  /** `Book` where the value is a constant of the member's name, `...value`, or a key that stands as it is written: `200`, `'a-b'`. */
  readonly form?: 'shorthand' | 'spread' | 'written';
}

/** `[z.string(), z.number()]` */
export interface List {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

/** `(): z.core.SomeType => Book` */
export interface Later {
  readonly kind: 'later';
  readonly name: string;
}

/** `({ title, ...value }) => ({ ...value, name: title })` */
export interface Arrow {
  readonly kind: 'arrow';
  readonly parameters: readonly Expression[];
  readonly body: Expression | readonly Statement[];
}

export type Statement =
  | { readonly kind: 'return'; readonly value: Expression }
  | { readonly kind: 'const'; readonly target: Expression; readonly value: Expression }
  | { readonly kind: 'if'; readonly test: Expression; readonly then: readonly Statement[] };

/** `test ? yes : no` */
export interface Conditional {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}

/** `left ?? right`, with one of the operators that Prettier puts at the end of a line. */
export interface Operation {
  readonly kind: 'operation';
  readonly left: Expression;
  readonly operator: string;
  readonly right: Expression;
}

export const name = (text: string): Name => ({ kind: 'name', name: text });
export const literal = (value: Literal['value']): Literal => ({ kind: 'literal', value });
export const list = (items: readonly Expression[]): List => ({ kind: 'list', items });
export const object = (members: readonly Member[]): ObjectLiteral => ({ kind: 'object', members });

/** `z.<member>(…)` */
export const zod = (member: string, ...call: readonly Expression[]): Chain => ({
  kind: 'chain',
  head: 'z',
  steps: member
    .split('.')
    .map((part, index, all) => (index < all.length - 1 ? { member: part } : { member: part, call })),
});

/** `callee(…)` */
export const call = (callee: string, ...args: readonly Expression[]): Chain => ({
  kind: 'chain',
  head: callee,
  steps: [{ call: args }],
});

/** `target.<member>(…)` */
export const method = (target: Name | Chain, member: string, ...args: readonly Expression[]): Chain => ({
  kind: 'chain',
  head: target.kind === 'name' ? target.name : target.head,
  steps: [...(target.kind === 'name' ? [] : target.steps), { member, call: args }],
});

/** `target.optional()`. TypeScript needs the members of each type that a method is called on, which one call in place of two saves. */
export function optional(target: Name | Chain): Chain {
  if (target.kind === 'name' || target.steps.at(-1)?.member !== 'nullable') return method(target, 'optional');
  return { ...target, steps: [...target.steps.slice(0, -1), { member: 'nullish', call: [] }] };
}

/** A value of JSON as an expression. */
export function valueOf(value: Json): Expression {
  if (Array.isArray(value)) return list(value.map((item: Json) => valueOf(item)));
  if (typeof value === 'object' && value !== null)
    return object(
      Object.entries(value).flatMap(([key, inner]) =>
        inner === undefined ? [] : [{ key, value: valueOf(inner as Json) }],
      ),
    );
  return literal(value as Literal['value']);
}
