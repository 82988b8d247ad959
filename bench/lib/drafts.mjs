import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from './compile.mjs';
import { processorTime } from './processor-time.mjs';
import { fileOf, writeReleasedService } from './scale-service.mjs';

const script = pathOf('../bin/svc.mjs');
const sizes = [250, 500, 1000];
const counts = [1, 10, 50, 200];

/** What `svc change` takes by operations and by changes that are forgotten, a fifth of which a law refutes. */
export function measureDrafts(node, version, only) {
  const rows = sizes
    .filter((operations) => !only || only.includes(String(operations)))
    .map((operations) => [operations, ...counts.map((count) => measure(node, operations, count))]);
  const heads = counts.map((count) => `${count} forgotten`);
  return `## Node ${version}: \`svc change\`\n\nSeconds are processor time of the Node processes of the command.\n\n| operations | ${heads.join(' | ')} |\n| ---: | ${heads.map(() => '---:').join(' | ')} |\n${rows.map((row) => `| ${row.join(' | ')} |\n`).join('')}`;
}

function measure(node, operations, count) {
  const folder = mkdtempSync(join(tmpdir(), 'svckit-bench-'));
  const run = (...argv) => execFileSync(node, [script, ...argv], { cwd: folder, stdio: 'pipe' }).toString();
  try {
    writeReleasedService(folder, operations / 5);
    run('openapi', 'lock');
    forgetChanges(folder, operations / 5, count);
    let text = '';
    const seconds = processorTime((env) => {
      text = execFileSync(node, [script, 'change', '--format', 'json'], { cwd: folder, env, stdio: 'pipe' }).toString();
    });
    const states = JSON.parse(text).changes.map(({ state }) => state);
    const refuted = states.filter((state) => state === 'open').length;
    if (states.length !== count || refuted !== Math.floor(count / kinds.length))
      throw new Error(
        `${count} changes are forgotten, and svc change drafts ${states.length}, ${refuted} of them open.`,
      );
    return seconds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a forgotten change did to a resource; the last, a text that became a number, has a draft that a law refutes. */
const kinds = [
  ['    owner: z.string()', '    keeper: z.string()'],
  ['response: { 201: ', 'response: { 200: '],
  ["@Get(':id'", "@Get('one/:id'"],
  ["@Patch(':id'", "@Patch('one/:id'"],
  ['const remove = { params: Id', 'const remove = { params: z.object({ id: z.coerce.number().int() })'],
];

/** Changes as many resources as are needed, each in another way. */
export function forgetChanges(folder, resources, count) {
  for (let index = 0; index < count; index++) {
    const file = join(folder, fileOf(index % resources));
    const [from, to] = kinds[(index + Math.floor(index / resources)) % kinds.length];
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} lacks ${from}`);
    writeFileSync(file, text.replace(from, to));
  }
}
