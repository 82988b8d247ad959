import { describeValue, requireFunctions, requireOptions } from '../../changes/read-arguments.js';

/** How an older version gets a whole list from an operation that answers in pages now. */
export interface CollectOptions<Page, Query> {
  /** The items of a page, as handlers answer them. */
  readonly items: (page: Page) => readonly unknown[];
  /** The query of the next page, or null behind the last one. It goes the way of any query: the newest schema has the last word about it. */
  readonly next: (page: Page, query: Query) => object | null;
  /** How many items the list may have, 10,000 by default. A longer one is a 400 with the code `list-too-long`. */
  readonly atMost?: number;
}

export type Collect = Required<CollectOptions<never, never>>;

const most = 10_000;
const example = 'collect: { items: (page) => page.items, next: (page, query) => …, atMost: 10_000 }';

/** Throws a TypeError for what is no collect. */
export function readCollect(options: CollectOptions<never, never>): Collect {
  requireOptions(options, ['items', 'next', 'atMost'], 'operation(): collect', example);
  const { items, next, atMost = most } = options;
  for (const [name, member] of Object.entries({ items, next }) as [string, unknown][])
    if (member === undefined) throw new TypeError(`operation(): collect has no ${name}. Write ${example}.`);
  requireFunctions(options, ['items', 'next'], 'operation(): collect');
  if (!Number.isSafeInteger(atMost) || atMost < 1)
    throw new TypeError(
      `operation(): collect.atMost is ${describeValue(atMost)}. Write a positive integer, such as atMost: 10_000.`,
    );
  return Object.freeze({ items, next, atMost });
}
