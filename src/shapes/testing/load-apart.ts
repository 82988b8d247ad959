import { transformSync } from 'esbuild';
import { parseSync } from 'oxc-parser';
import * as z from 'zod/v4';
import type { JsonObject } from '../../json/json.js';
import { printDocumentShapes } from '../print-document-shapes.js';
import { type ReadShapes, standInFor } from './read-back.js';

/**
 * Prints the shapes of a document, and runs each constant by itself, with a stand-in for every other shape that it names: circles through a
 * thousand schemas are deeper than what reads them.
 */
export function loadShapesApart(document: JsonObject): ReadShapes {
  const { code } = transformSync(printDocumentShapes(document).text, { loader: 'ts', format: 'esm', target: 'es2022' });
  const scope: Record<string, unknown> = { z };
  const run = (expression: string) =>
    // oxlint-disable-next-line no-new-func -- runs what the printer wrote
    new Function('scope', `with (scope) { return (${expression}); }`)(scope) as unknown;
  const declared = parseSync('shapes.js', code).program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });
  const own = new Map<unknown, z.ZodType>();
  // A getter of a circle names what stands behind it.
  for (const { id, init } of declared)
    if (id.type === 'Identifier' && init)
      Object.defineProperty(scope, id.name, {
        configurable: true,
        get: () => {
          const value = run(code.slice(init.start, init.end));
          const shapeId = value instanceof z.ZodType ? z.globalRegistry.get(value)?.id : undefined;
          const used = shapeId === undefined ? value : z.object({}).meta({ id: standInFor(shapeId) });
          own.set(used, value as z.ZodType);
          Object.defineProperty(scope, id.name, { value: used });
          return used;
        },
      });
  const shapes = scope['shapes'] as Readonly<Record<string, z.ZodType>>;
  return {
    shapes: Object.fromEntries(Object.entries(shapes).map(([id, used]) => [id, own.get(used) ?? used])),
    operations: scope['operations'] as ReadShapes['operations'],
  };
}
