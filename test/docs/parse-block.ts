import { spawnSync } from 'node:child_process';
import { transformSync } from 'esbuild';
import { parseAllDocuments } from 'yaml';
import type { Block } from './read-page.js';

/** Applications of Nest decorate parameters. */
const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };

/** What code may be a part of. */
const places = [
  (code: string) => code,
  (code: string) => `class Place { ${code}\n}`,
  (code: string) => `${code}\nclass Place {}`,
  (code: string) => `async function* place() { ${code}\n}`,
  (code: string) => `({ ${code}\n});`,
];

/** What is wrong with the syntax of a block; null when nothing is. `…` stands for anything. */
export function syntaxProblem(block: Block): string | null {
  const { language, text, mark } = block;
  if (language === 'json') return problemOf(() => JSON.parse(text.replaceAll(/,?\s*…/g, '')));
  if (language === 'yaml') return parseAllDocuments(text).flatMap(({ errors }) => errors)[0]?.message ?? null;
  if (language === 'sh') return spawnSync('bash', ['-n', '-c', text], { encoding: 'utf8' }).stderr || null;
  if (language !== 'ts' && language !== 'js') return null;
  // A private member belongs to a class that a fragment does not show.
  const code = text.replaceAll('…', '_').replaceAll('this.#', 'this.');
  const problems = (mark === 'fragment' ? places : places.slice(0, 1)).map((place) =>
    problemOf(() => transformSync(place(code), { loader: 'ts', target: 'es2022', logLevel: 'silent', tsconfigRaw })),
  );
  return problems.includes(null) ? null : problems[0]!;
}

function problemOf(parse: () => unknown): string | null {
  try {
    parse();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
