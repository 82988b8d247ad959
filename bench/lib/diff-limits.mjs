import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeNames, families, familiesOf30, pairOf } from './diff-families.mjs';
import { runDiff } from './diff.mjs';

/** Both documents of a pair stay below it, in characters. */
const size = 990_000;
/** The limits of one comparison: seconds of processor time, and MB. */
const [mostSeconds, mostMemory] = [10, 1000];
/** What takes longer is ended, in milliseconds. */
const timeout = 120_000;

/** `svc diff` on documents just below 1 MB, and on half of that: the most that any change of a family takes. */
export function measureLimits(node, version, pattern = /./) {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-bench-'));
  try {
    const all = [
      ...Object.keys(families).map((name) => [name, '3.1.0']),
      ...familiesOf30.map((name) => [name, '3.0.3']),
    ];
    const rows = all
      .filter(([name]) => pattern.test(name))
      .map(([name, openapi]) => {
        const row = rowOf(node, folder, name, openapi);
        process.stderr.write(row);
        return row;
      });
    return `## Node ${version}: svc diff on families of documents just below 1 MB\n\nThe most of ${changeNames.length} changes; more than ${mostSeconds} s or ${mostMemory} MB is **bold**.\n\n| | schemas | processor | at half the size | memory |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowOf(node, folder, name, openapi) {
  const measure = (change, length) => {
    const { count, ...pair } = pairOf(name, change, length, openapi);
    const files = ['base', 'revision'].map((side) => join(folder, `${side}.json`));
    writeFileSync(files[0], JSON.stringify(pair.base));
    writeFileSync(files[1], JSON.stringify(pair.revision));
    const { processor, memory } = runDiff(node, ...files, timeout);
    return { count, seconds: processor / 1e3, memory };
  };
  const runs = changeNames.map((change) => ({ change, ...measure(change, size) }));
  const worst = runs.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  const half = measure(worst.change, size / 2);
  const memory = Math.max(...runs.map((run) => run.memory));
  const mark = (text, isOver) => (isOver ? `**${text}**` : text);
  const seconds = (value) => (Number.isFinite(value) ? `${value.toFixed(1)} s` : `over ${timeout / 1e3} s`);
  const cells = [
    openapi === '3.1.0' ? name : `${name} (${openapi})`,
    worst.count,
    mark(seconds(worst.seconds), !(worst.seconds <= mostSeconds)),
    seconds(half.seconds),
    mark(`${memory.toFixed(0)} MB`, !(memory <= mostMemory)),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
