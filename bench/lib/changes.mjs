import { execFileSync } from 'node:child_process';
import { compile, pathOf } from './compile.mjs';

/** What versions as changes cost: calls in process beside code without them, and the boot of a large app. */
export async function measureChanges(node, version) {
  const [calls, boot] = await Promise.all(
    ['changes-child', 'changes-boot-child'].map((name) =>
      compile(pathOf(`lib/${name}.mts`), pathOf(`lib/${name}.mjs`)),
    ),
  );
  const run = (file) => JSON.parse(execFileSync('taskset', ['-c', '0', node, '--expose-gc', file]).toString());
  const rows = run(calls).map(([name, nanoseconds, ratio]) => `| ${name} | ${nanoseconds} | ${ratio} |\n`);
  const { routes, milliseconds, megabytes } = run(boot);
  return (
    `## Node ${version}: versions as changes (medians of paired, interleaved rounds)\n\n` +
    `| | nanoseconds | ratio |\n| --- | ---: | ---: |\n${rows.join('')}\n` +
    `Boot of 1,000 operations in 50 versions, which are ${routes.toLocaleString('en')} routes: ` +
    `${Math.round(milliseconds)} ms of processor time, ${Math.round(megabytes)} MB.\n`
  );
}
