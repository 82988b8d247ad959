import { execFileSync } from 'node:child_process';
import { compile, pathOf } from './compile.mjs';

/** What versions as changes cost: calls in process beside code without them, and the boot of a large app. */
export async function measureChanges(node, version) {
  const [calls, boot] = await Promise.all(
    ['changes-child', 'changes-boot-child'].map((name) =>
      compile(pathOf(`lib/${name}.mts`), pathOf(`lib/${name}.mjs`)),
    ),
  );
  const run = (command) => JSON.parse(execFileSync(command[0], command.slice(1)).toString());
  const rows = run(['taskset', '-c', '0', node, '--expose-gc', calls]).map(
    ([name, nanoseconds, ratio]) => `| ${name} | ${nanoseconds} | ${ratio} |\n`,
  );
  const { routes, milliseconds, processor, megabytes } = run([node, '--expose-gc', boot]);
  return (
    `## Node ${version}: versions as changes (medians of paired, interleaved rounds)\n\n` +
    `| | nanoseconds | ratio |\n| --- | ---: | ---: |\n${rows.join('')}\n` +
    `Boot of 1,000 operations in 50 versions, which are ${routes.toLocaleString('en')} routes: ` +
    `${Math.round(milliseconds)} ms, ${Math.round(processor)} ms of processor time, ${Math.round(megabytes)} MB.\n`
  );
}
