import { transform } from 'esbuild';
import { defineConfig, type Plugin } from 'vitest/config';

/** Node cannot parse decorators yet; esbuild turns them into what it can. */
const lowerDecorators: Plugin = {
  name: 'lower-decorators',
  enforce: 'pre',
  async transform(code, id) {
    const file = id.split('?')[0] ?? id;
    if (!file.endsWith('.ts') || file.includes('/node_modules/')) return null;
    const { code: lowered, map } = await transform(code, {
      loader: 'ts',
      target: 'es2022',
      sourcemap: true,
      sourcefile: file,
      keepNames: true,
    });
    return { code: lowered, map };
  },
};

export default defineConfig({ plugins: [lowerDecorators] });
