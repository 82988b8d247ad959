import type { Expression, ObjectLiteral } from '../syntax.js';
import { arrange, assign } from './arrange.js';
import { type Layout, printLayout } from './document.js';

const defaultWidth = 80;

/** An expression as Prettier's defaults would write it, in lines of at most `width` columns as far as they can be broken. */
export const writeExpression = (expression: Expression, width = defaultWidth) =>
  settle((spread) => arrange(expression, spread), width);

/** `export const name = value;` as Prettier's defaults would write it; with a type behind the value, `value as type`. */
export const writeConstant = (name: string, value: Expression, type: 'const' | null = null) =>
  settle(
    (spread) => [assign(`export const ${name} =`, value, spread), type === null ? ';' : ` as ${type};`],
    defaultWidth,
  );

/** Prettier keeps an object on several lines that it finds so, which moves what is around it: until nothing moves. */
function settle(layoutOf: (spread: Set<ObjectLiteral>) => Layout, width: number): string {
  const spread = new Set<ObjectLiteral>();
  for (;;) {
    const before = spread.size;
    const text = printLayout(layoutOf(spread), width);
    if (spread.size === before) return text;
  }
}
