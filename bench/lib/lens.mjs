import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { compile, pathOf } from './compile.mjs';

/** What a lens costs beside code by hand, and what the entry weighs. */
export async function measureLens(node, version) {
  const child = await compile(pathOf('lib/lens-child.mts'), pathOf('lib/lens-child.mjs'));
  const rows = JSON.parse(execFileSync('taskset', ['-c', '0', node, child]).toString());
  const table = rows.map(([name, nanoseconds, ratio]) => `| ${name} | ${nanoseconds} | ${ratio} |\n`).join('');
  const { outputFiles } = await build({
    entryPoints: [pathOf('../dist/lens.js')],
    bundle: true,
    minify: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const kilobytes = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1024;
  return (
    `## Node ${version}: svckit/lens (medians of paired, interleaved rounds)\n\n` +
    `| | nanoseconds | ratio |\n| --- | ---: | ---: |\n${table}\n` +
    `The entry and all it loads but zod: ${kilobytes.toFixed(1)} KB, minified and compressed with gzip.\n`
  );
}
