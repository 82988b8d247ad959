import { execFileSync } from 'node:child_process';
import { compile, pathOf } from './compile.mjs';

/** What holding an answer to its schema costs beside JSON.stringify alone, in one process on one core. */
export async function measureProjection(node, version) {
  const file = await compile(pathOf('lib/projection-child.mts'), pathOf('lib/.projection-child.mjs'));
  const { bytes, results } = JSON.parse(execFileSync('taskset', ['-c', '0', node, file]).toString());
  const row = ({ name, alone, projected, ratio }) =>
    `| ${name} | ${Math.round(alone)} | ${Math.round(projected)} | ${ratio.toFixed(2)} |\n`;
  return (
    `## Node ${version}: projection and JSON.stringify, relative to JSON.stringify alone (median of 41 paired rounds)\n\n` +
    `An answer of ${bytes} bytes, in nanoseconds.\n\n` +
    `| | JSON.stringify | with projection | ratio |\n| --- | ---: | ---: | ---: |\n${results.map(row).join('')}`
  );
}
