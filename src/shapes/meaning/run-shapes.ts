import * as z from 'zod/v4';
import type { PrintedShapes, Shape } from '../../source/print-shapes.js';

/** The schemas of printed shapes, each with a stand-in for every other shape that it names. */
export interface RunShapes {
  readonly schemas: ReadonlyMap<Shape, z.ZodType>;
  /** What stands in for a shape, by the id that it has instead. */
  readonly standIns: ReadonlyMap<string, Shape>;
}

/** Runs the text of each constant by itself: circles through a thousand schemas are deeper than what reads them. */
export async function runShapes({ declarations, declared, constants }: PrintedShapes): Promise<RunShapes> {
  const standIns = new Map(declared.map((shape) => [`stands in for ${constants.get(shape)!}`, shape] as const));
  const others = Object.fromEntries(
    [...standIns].map(([id, shape]) => [constants.get(shape)!, z.object({}).meta({ id })]),
  );
  const { transform } = await import('esbuild');
  const { code } = await transform(`return [\n${declarations.map(makerOf).join('')}];`, {
    loader: 'ts',
    target: 'es2022',
  });
  // oxlint-disable-next-line no-new-func -- runs what the printer wrote
  const run = new Function('z', ...Object.keys(others), code) as (
    ...names: readonly unknown[]
  ) => readonly (() => z.ZodType)[];
  const makers = run(besideStandIns, ...Object.values(others));
  return { schemas: new Map(declared.map((shape, index) => [shape, makers[index]!()])), standIns };
}

/** Stand-ins lack the values that tell alternatives apart, and Zod describes these as a oneOf either way. */
const besideStandIns = {
  ...z,
  discriminatedUnion: (_: string, options: readonly z.ZodType[]) => z.xor(options),
};

/** A function that declares one constant, which it may name itself, and gives it. */
function makerOf(declaration: string): string {
  const [, constant] = /^export const ([\p{ID_Continue}$]+) =/mu.exec(declaration)!;
  return `() => {\n${declaration.replace(/^export const /m, 'const ')}return ${constant};\n},\n`;
}
