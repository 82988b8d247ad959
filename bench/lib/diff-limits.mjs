import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everything, everythingOf } from './diff-everything.mjs';
import { changeNames, families, familiesOf30, pairOf } from './diff-families.mjs';
import { runDiff } from './diff.mjs';

/** Both documents of a pair stay below it, in characters. */
const size = 990_000;
/** The limits of one comparison: seconds of processor time, and MB. */
const [mostSeconds, mostMemory] = [10, 1000];
/** What takes longer is ended, in milliseconds. */
const timeout = 120_000;

/** Every family: its name, and its pairs by what changes in them, each below a size. */
const rows = [
  ...Object.keys(families).map((name) => oneChange(name, '3.1.0')),
  ...familiesOf30.map((name) => oneChange(name, '3.0.3')),
  ...Object.keys(everything).map((name) => ({
    name: `all changed: ${name}`,
    pairs: [(length) => everythingOf(name, length)],
  })),
];

function oneChange(name, openapi) {
  return {
    name: openapi === '3.1.0' ? name : `${name} (${openapi})`,
    pairs: changeNames.map((change) => (length) => pairOf(name, change, length, openapi)),
  };
}

/**
 * `svc diff` on documents just below 1 MB: one change of each family, in turn, so that all families take minutes; where a pattern chooses some,
 * the most that any of their changes takes, and the same at half the size.
 */
export function measureLimits(node, version, pattern) {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-bench-'));
  try {
    const chosen = rows.filter(({ name }) => new RegExp(pattern ?? '').test(name));
    const lines = chosen.map(({ name, pairs }, index) => {
      const asked = pattern === undefined ? [pairs[index % pairs.length]] : pairs;
      const line = lineOf(node, folder, name, asked, pattern !== undefined);
      process.stderr.write(line);
      return line;
    });
    return `## Node ${version}: svc diff on families of documents just below 1 MB\n\nMore than ${mostSeconds} s of processor time or ${mostMemory} MB is **bold**.\n\n| | parts | results | processor | at half the size | memory |\n| --- | ---: | ---: | ---: | ---: | ---: |\n${lines.join('')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function lineOf(node, folder, name, pairs, isHalved) {
  const measure = (pair, length) => {
    const { count, ...sides } = pair(length);
    const files = ['base', 'revision'].map((side) => join(folder, `${side}.json`));
    writeFileSync(files[0], JSON.stringify(sides.base));
    writeFileSync(files[1], JSON.stringify(sides.revision));
    const { processor, memory, findings } = runDiff(node, ...files, timeout);
    return { pair, count, results: findings.length, seconds: processor / 1e3, memory };
  };
  const runs = pairs.map((pair) => measure(pair, size));
  const worst = runs.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  const memory = Math.max(...runs.map((run) => run.memory));
  const mark = (text, isOver) => (isOver ? `**${text}**` : text);
  const seconds = (value) => (Number.isFinite(value) ? `${value.toFixed(1)} s` : `over ${timeout / 1e3} s`);
  const cells = [
    name,
    worst.count,
    worst.results,
    mark(seconds(worst.seconds), !(worst.seconds <= mostSeconds)),
    isHalved ? seconds(measure(worst.pair, size / 2).seconds) : '',
    mark(`${memory.toFixed(0)} MB`, !(memory <= mostMemory)),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
