import { transformSync } from 'esbuild';
import * as z from 'zod/v4';

/** What a module of printed shapes exports. */
export function loadModule(text: string): Readonly<Record<string, z.ZodType>> {
  const { code } = transformSync(text, { loader: 'ts', format: 'cjs', target: 'es2022' });
  const module = { exports: {} as Record<string, z.ZodType> };
  // oxlint-disable-next-line no-new-func -- runs what the printer wrote
  new Function('require', 'module', 'exports', code)(() => ({ z }), module, module.exports);
  return module.exports;
}
