import { isObject, type Json, type JsonObject } from '../json/json.js';
import { writeExpression } from './layout/write-source.js';
import { settle } from './schemas/later.js';
import { printSchema } from './schemas/print-schema.js';
import type { Printing } from './schemas/printing.js';

/** One schema as an expression of Zod, in which constants that are declared elsewhere stand for references; null for a reference without one. */
export function printExpression(schema: Json, constantOf: (reference: JsonObject) => string | null): string | null {
  const open: Json[] = [];
  let isLost = false;
  const printing: Printing = {
    target: () => undefined,
    ignoresSiblings: false,
    defaults: 'filled',
    constantOf: (node) => {
      const constant = constantOf(node);
      isLost ||= constant === null;
      return constant;
    },
    isLater: () => false,
    isOutermost: () => open.length === 1,
    addressOf: (constant) => `#${constant}`,
    noteKept: () => {},
    noteReference: () => {},
    keptCount: () => 0,
    print: (node, assumed) => {
      if (isObject(node) && open.includes(node)) return printSchema(true, printing);
      open.push(node ?? true);
      const printed = printSchema(node, printing, assumed);
      open.pop();
      return printed;
    },
  };
  const text = writeExpression(settle(printing.print(schema), printing));
  return isLost ? null : text;
}
