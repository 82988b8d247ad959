import { type $ZodType, safeParse } from 'zod/v4/core';
import type { Json } from '../json/json.js';
import type { Misfits } from '../schema/find-misfits.js';
import type { Source } from '../report/boot-problem.js';
import type { Change } from '../changes/change.js';
import { isRefusedByType } from '../schema/type-failure.js';
import { runOneWay } from '../changes/change-error.js';
import { type Issue, madeBy } from '../changes/refusal.js';
import type { Direction } from '../changes/hop.js';
import type { LawId } from './law.js';
import type { UnknownLoss } from './losses.js';
import type { Uncovered } from './uncovered.js';

/** What a change converts: a schema, or an operation. */
export interface Subject {
  readonly change: Change;
  readonly version: string;
  readonly previous: string;
  /** `User`, `POST /users` */
  readonly name: string;
  readonly source: Source | null;
  readonly shapes: { readonly after: string; readonly before: string };
  readonly ways: readonly Way[];
  readonly unknownLosses: readonly UnknownLoss[];
  /** What documents show of both sides, without words. */
  readonly described: () => { readonly after: Json; readonly before: Json };
  /** What generated values of both sides do not reach. */
  readonly uncovered: () => readonly Uncovered[];
}

/** What a change takes: a value of a schema, or an object with such members. */
export type Input =
  | { readonly kind: 'schema'; readonly schema: unknown }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: string, input: Input])[] }
  | { readonly kind: 'either'; readonly inputs: readonly Input[] }
  | { readonly kind: 'value'; readonly value: unknown }
  /** Some text, at least one character. */
  | { readonly kind: 'text' };

export const always = (value: unknown): Input => ({ kind: 'value', value });
export const objectInput = (members: Readonly<Record<string, Input>>): Input => ({
  kind: 'object',
  members: Object.entries(members),
});

/** One direction of a change. */
export interface Way {
  readonly direction: Direction;
  readonly input: Input;
  /** The texts and numbers in its code, which separate and compare. */
  readonly words: readonly string[];
  readonly convert: (value: unknown) => unknown;
  /** What the framework does with a result: defaults and refinements of the newest shape. A refusal is the client's 400. */
  readonly finish: (result: unknown) => Finished;
  readonly misfits: (finished: unknown) => Misfits;
  /** The way back, where there is one. */
  readonly back: {
    readonly convert: Way['convert'];
    readonly finish: Way['finish'];
    /** The members that need not come back; null when the change says in words what does not. */
    readonly lost: readonly string[] | null;
  } | null;
  /** Members of what it returns that the change declares as lost the other way. */
  readonly gone: readonly string[];
  /** It may convert items of a stream too, which only a running server reads. */
  readonly convertsItems: boolean;
  /** The schemas of the two sides; null for an operation. */
  readonly schemas: { readonly from: unknown; readonly to: unknown } | null;
  /** Judges what became of many values together. */
  readonly judgeAll?: (converted: readonly Converted[]) => Verdict | null;
}

/** A value and what a change made of it. */
export interface Converted {
  readonly value: unknown;
  readonly result: unknown;
}

/** What is wrong with many values together. */
interface Verdict {
  readonly law: LawId;
  readonly what: string;
  readonly fix: string;
}

export type Finished = { readonly value: unknown } | { readonly refused: string };

const quoted =
  /'((?:[^'\\\n]|\\.){1,20})'|"((?:[^"\\\n]|\\.){1,20})"|(?<![\w$.])(\d[\d_]{0,15}(?:\.\d{1,15})?)(?![\w$])/g;

/** The short texts between quotes in a function's code, and its numbers. */
export function wordsIn(code: unknown): readonly string[] {
  return typeof code === 'function'
    ? [...String(code).matchAll(quoted)].map(
        ([, single, double, number]) => single ?? double ?? number!.replaceAll('_', ''),
      )
    : [];
}

/** A function of a change, as the framework runs it. */
export const conversionOf =
  (convert: (value: unknown) => unknown, direction: Direction): Way['convert'] =>
  (value) =>
    runOneWay(direction, () => convert(value));

/**
 * What the newest schema does with a converted request. A type that the change got wrong is no refusal. An asynchronous refinement
 * cannot run here, and counts as passed.
 */
export function finishWith(finisher: $ZodType, value: unknown): Finished {
  try {
    const { success, data, error } = safeParse(finisher, value);
    if (success) return { value: data };
    const issues = error.issues as unknown as readonly Issue[];
    return issues.some((issue) => issue[madeBy] && isRefusedByType(issue))
      ? { value }
      : { refused: issues[0]?.message ?? 'Invalid value' };
  } catch {
    return { value };
  }
}

/** Misfits of a part, from the whole. */
export function below(pointer: string, { wrong, surplus }: Misfits): Misfits {
  return {
    wrong: wrong.map((one) => ({ ...one, pointer: `${pointer}${one.pointer}` })),
    surplus: surplus.map((one) => `${pointer}${one}`),
  };
}
