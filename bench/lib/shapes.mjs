import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile, pathOf } from './compile.mjs';
import { median } from './load.mjs';

const rounds = 5;
const script = pathOf('../bin/svc.mjs');
const compiler = pathOf('../node_modules/typescript/bin/tsc');
/** Each kind of document, with its components; those of operations come on top. */
const kinds = [
  ['catalogue', 1000],
  ['families', 1000],
  ['settings', 500],
  ['settings', 1000],
];

/** What `svc shapes` takes for documents of 1,000 schemas and more, and what the compiler takes for the file that it writes. */
export async function measureShapes(node, version) {
  // Below the repository, so that the compiler finds zod.
  const home = pathOf('../node_modules/.cache');
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, 'svckit-bench-'));
  try {
    const documents = await import(
      pathToFileURL(await compile(pathOf('../src/shapes/testing/large-documents.ts'), join(folder, 'documents.mjs')))
    );
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const rows = kinds.map(([kind, length]) =>
      measureKind(node, folder, `${kind} of ${length}`, documents[kind](length)),
    );
    return `## Node ${version}: svc shapes\n\nSeconds are processor time, medians of ${rounds} rounds.\n\n| document, and its components | MB | schemas in all | svc shapes | tsc of the file |\n| --- | ---: | ---: | ---: | ---: |\n${rows.join('')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measureKind(node, folder, kind, document) {
  const json = JSON.stringify(document);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
  };
  writeFileSync(join(folder, 'openapi.json'), json);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['shapes.ts'] }));
  const run = (...argv) => processorSeconds(folder, [node, ...argv]);
  const written = Array.from({ length: rounds }, () => {
    rmSync(join(folder, 'shapes.ts'), { force: true });
    return run(script, 'shapes', 'openapi.json', '--out', 'shapes.ts');
  });
  const compiled = Array.from({ length: rounds }, () => run(compiler, '-p', '.'));
  const shapes = readFileSync(join(folder, 'shapes.ts'), 'utf8').match(/^export const \w+ = z/gm).length;
  const seconds = [written, compiled].map((runs) => `${median(runs).toFixed(1)} s`);
  return `| ${[kind, (json.length / 1e6).toFixed(1), shapes, ...seconds].join(' | ')} |\n`;
}

/** Seconds of processor time of a command and all that it starts, which other work on the machine hardly changes. */
function processorSeconds(cwd, argv) {
  const text = execFileSync('bash', ['-c', '"$@" >&2 || exit; times', 'bash', ...argv], {
    cwd,
    stdio: 'pipe',
  }).toString();
  const [, , ...children] = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
  return children.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
