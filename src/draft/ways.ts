import { writeExpression } from '../source/layout/write-source.js';
import { valueOf } from '../source/syntax.js';
import type { Json } from '../json/json.js';
import type { Conversion, Way } from './step.js';
import { quoted, todo } from './write.js';

/** A JSON value as TypeScript. */
export const literalOf = (value: Json): string =>
  typeof value === 'string' ? quoted(value) : writeExpression(valueOf(value));

/** The same where the type of what holds it is not known. */
export const asConstant = (value: Json): string => `(${literalOf(value)} as const)`;

const facts = { isIdentity: false, invents: false, loses: false } as const;

export const asItIs: Way = { ...facts, write: (value) => value, run: (value) => value, isIdentity: true };

/** Somebody must say it. */
export const unknown: Way = { ...facts, write: (_, question) => todo(question), run: () => undefined, invents: true };

export const inList: Way = { ...facts, write: (value) => `[${value}]`, run: (value) => [value] };

/** The only item of a list that has at least one. */
export const first: Way = {
  ...facts,
  write: (value) => `${value}[0]!`,
  run: (value) => (value as readonly Json[])[0],
  loses: true,
};

/** The first item of a list that may be empty. */
export const firstIfAny: Way = {
  ...facts,
  write: (value, question) => `${value}[0] ?? ${todo(question)}`,
  run: (value) => (value as readonly Json[])[0],
  invents: true,
  loses: true,
};

export const asText: Way = { ...facts, write: (value) => `String(${value})`, run: String };
export const asNumber: Way = { ...facts, write: (value) => `Number(${value})`, run: Number };

/** The value where there is one; somebody must say what stands for null or nothing. */
export const whereThereIsOne: Way = {
  ...facts,
  write: (value, question) => `${value} ?? ${todo(question)}`,
  run: (value) => value ?? undefined,
  invents: true,
};

/** A value that stands for null. */
export const insteadOfNull = (standIn: Json): Way => ({
  ...facts,
  write: (value) => `${value} ?? ${literalOf(standIn)}`,
  run: (value) => value ?? standIn,
  loses: true,
});

/** Null where a value stands for it. */
export const nullFor = (standIn: Json): Way => ({
  ...facts,
  write: (value) => `${value} === ${literalOf(standIn)} ? null : ${value}`,
  run: (value) => (value === standIn ? null : value),
});

/** Text behind a prefix that is always the same. */
export const behind = (prefix: string): Way => ({
  ...facts,
  write: (value) => `\`${prefix}\${${value}}\``,
  run: (value) => prefix + String(value),
});
export const numberBehind = (prefix: string): Way => ({
  ...facts,
  write: (value) => `Number(${value}.slice(${prefix.length}))`,
  run: (value) => Number(String(value).slice(prefix.length)),
});

/** Numbers times a factor, or divided by it, as whole ones where the other side takes no other. */
export function scaled(operator: '*' | '/', factor: number, isWhole: boolean): Way {
  const of = (value: number) => (operator === '*' ? value * factor : value / factor);
  return {
    ...facts,
    write: (value) => (isWhole ? `Math.round(${value} ${operator} ${factor})` : `${value} ${operator} ${factor}`),
    run: (value) => (isWhole ? Math.round(of(Number(value))) : of(Number(value))),
    loses: isWhole,
  };
}

/** Numbers that are at most, or at least, what the other side takes. */
export const clamped = (limits: { readonly least: number | null; readonly most: number | null }): Way => {
  const { least, most } = limits;
  const below = (value: string) => (most === null ? value : `Math.min(${value}, ${most})`);
  return {
    ...facts,
    write: (value) => (least === null ? below(value) : `Math.max(${below(value)}, ${least})`),
    run: (value) => Math.max(Math.min(Number(value), most ?? Infinity), least ?? -Infinity),
    loses: true,
  };
};

/** Other values for some, and the rest as they are. */
export function mapped(pairs: readonly (readonly [Json, Json])[], loses: boolean): Way {
  if (pairs.length === 0) return asItIs;
  return {
    ...facts,
    write: (value, _, literal = literalOf) =>
      pairs.reduceRight((rest, [from, to]) => `${value} === ${literalOf(from)} ? ${literal(to)} : ${rest}`, value),
    run: (value) => pairs.find(([from]) => from === value)?.[1] ?? value,
    loses,
  };
}

/** Older values that stand for several newer ones, where a parameter takes several. */
export function severalOf(pairs: readonly (readonly [Json, Json])[]): Way {
  const groups = [...new Set(pairs.map(([, old]) => old))].map(
    (old) => [old, [old, ...pairs.flatMap(([value, of]) => (of === old ? [value] : []))]] as const,
  );
  return {
    ...facts,
    write: (value, _, literal = literalOf) =>
      groups.reduceRight(
        (rest, [old, all]) =>
          `${value} === ${literalOf(old)} ? [${all.map((one) => literal(one)).join(', ')}] : ${rest}`,
        value,
      ),
    run: (value) => groups.find(([old]) => old === value)?.[1] ?? value,
  };
}

/** Values that nothing newer stands for: a request with one of them is refused. */
export const refused = (values: readonly Json[]): Way => ({
  ...facts,
  write: (value) =>
    values.reduceRight<string>(
      (rest, one) =>
        `${value} === ${literalOf(one)} ? refuse(400, ${quoted(`${String(one)} is no longer accepted.`)}) : ${rest}`,
      value,
    ),
  run: (value) => (values.includes(value) ? undefined : value),
});

/** Each item of a list. */
export const eachItem = (way: Way): Way =>
  way.isIdentity
    ? asItIs
    : {
        ...way,
        write: (value, question, literal) => `${value}.map((item) => ${inArrow(way.write('item', question, literal))})`,
        run: (value) => {
          const items = (value as readonly Json[]).map((item) => way.run(item));
          return items.includes(undefined) ? undefined : (items as readonly Json[]);
        },
      };

/** What an arrow function returns; an object needs parentheses. */
export const inArrow = (text: string) => (text.startsWith('{') ? `(${text})` : text);

/** A way past a value that is missing or null on both sides. */
export function past(gap: 'undefined' | 'null', way: Way): Way {
  if (way.isIdentity) return way;
  return {
    ...way,
    write: (value, question, literal) => `${value} === ${gap} ? ${gap} : ${way.write(value, question, literal)}`,
    run: (value) => (value === undefined || value === null ? value : way.run(value)),
  };
}

export const both = (down: Way, up: Way): Conversion => ({ down, up, isGuess: false });
export const guess = (down: Way, up: Way): Conversion => ({ down, up, isGuess: true });

/** A conversion whose ways are changed. */
export const through = ({ down, up, isGuess }: Conversion, change: (way: Way) => Way): Conversion => ({
  down: change(down),
  up: change(up),
  isGuess,
});
