import { execFileSync } from 'node:child_process';
import { compile, pathOf } from './compile.mjs';

await compile(pathOf('lib/dispatch-child.mts'), pathOf('lib/dispatch-child.mjs'));

/** Runs the in-process measurements in a runtime. */
export function measureDispatch(node, version, file) {
  const rows = JSON.parse(execFileSync('taskset', ['-c', '0', node, file]).toString());
  return (
    `## Node ${version}: one dispatch in process, in nanoseconds (median of 15 interleaved rounds)\n\n| | |\n| --- | ---: |\n` +
    rows.map(([name, value]) => `| ${name} | ${value} |\n`).join('')
  );
}
