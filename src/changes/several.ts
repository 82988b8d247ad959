import type { $ZodType } from 'zod/v4/core';
import { definitionOf } from '../schema/zod-tree.js';

const scalars: ReadonlySet<string> = new Set(['enum', 'literal', 'string', 'number', 'boolean']);

/** Whether an older value of a schema may stand for several newer ones, which `up` gives as a list. */
export const mayBeSeveral = (schema: $ZodType): boolean => scalars.has(definitionOf(schema).type);
