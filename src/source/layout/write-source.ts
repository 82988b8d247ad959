import type { Expression, ObjectLiteral } from '../syntax.js';
import { arrange, assign } from './arrange.js';
import { type Layout, printLayout } from './document.js';

const width = 80;

/** An expression as Prettier's defaults would write it. */
export const writeExpression = (expression: Expression) => settle((spread) => arrange(expression, spread));

/** `export const name = value;` as Prettier's defaults would write it; with a type behind the value, `value as type`. */
export const writeConstant = (name: string, value: Expression, type: 'const' | null = null) =>
  settle((spread) => [assign(`export const ${name} =`, value, spread), type === null ? ';' : ` as ${type};`]);

/** Prettier keeps an object on several lines that it finds so, which moves what is around it: until nothing moves. */
function settle(layoutOf: (spread: Set<ObjectLiteral>) => Layout): string {
  const spread = new Set<ObjectLiteral>();
  for (;;) {
    const before = spread.size;
    const text = printLayout(layoutOf(spread), width);
    if (spread.size === before) return text;
  }
}
