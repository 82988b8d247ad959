import { afterAll, expect, onTestFinished, test } from 'vitest';
import { compileGlob as compile, GlobError, globFault } from './glob.js';
import { PatternWorker } from './pattern-worker.js';

const worker = new PatternWorker(500);
afterAll(() => worker.onShutdown());
const compileGlob = (glob: string) => compile(glob, worker, 'one');

const keys = ['a.txt', 'b.png', 'docs/a.txt', 'docs/deep/c.md', '.env', 'docs/.hidden', 'x y+z.txt'];

test.each([
  ['**/*', keys],
  ['*.txt', ['a.txt', 'x y+z.txt']],
  ['**/*.txt', ['a.txt', 'docs/a.txt', 'x y+z.txt']],
  ['docs/*', ['docs/a.txt', 'docs/.hidden']],
  ['docs/**', ['docs/a.txt', 'docs/deep/c.md', 'docs/.hidden']],
  ['{a,b}.{txt,png}', ['a.txt', 'b.png']],
  ['[ab].*', ['a.txt', 'b.png']],
  ['?.png', ['b.png']],
  ['!**/*.txt', ['b.png', 'docs/deep/c.md', '.env', 'docs/.hidden']],
  ['**/.*', ['.env', 'docs/.hidden']],
  ['nothing', []],
])('%s matches whole keys', async (glob, expected) => {
  expect(globFault(glob)).toBeNull();
  expect(await compileGlob(glob)(keys)).toEqual(expected);
});

test.each(['', '/etc/*', '../*', 'a/../*', 'a\0', '[z-a]', '{a', '\\'])('%j is refused with a reason', (glob) => {
  expect(globFault(glob)).toMatch(/must not|is not a glob/);
});

const endless = `${'*a'.repeat(30)}*b`;
const longKey = 'a'.repeat(200);

test('a glob that would backtrack for years is stopped', async () => {
  const filter = compileGlob(endless);
  await expect(filter([longKey])).rejects.toThrow(GlobError);
  expect(await filter(['aab'])).toEqual([]);
  expect(await filter(['a'.repeat(30) + 'b'])).toEqual(['a'.repeat(30) + 'b']);
});

test('globs that would backtrack for years leave the event loop to others', async () => {
  const impatient = new PatternWorker(50);
  onTestFinished(() => impatient.onShutdown());
  const listings = Promise.allSettled(
    Array.from({ length: 8 }, (_, client) => compile(endless, impatient, `client ${client}`)([longKey])),
  );
  let turns = 0;
  let isOver = false;
  void listings.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(turns).toBeGreaterThan(100);
  for (const { status } of await listings) expect(status).toBe('rejected');
});

test('a glob that is too slow for the event loop, but not endless, still matches', async () => {
  const patient = new PatternWorker(60_000);
  const slow = `${'*a'.repeat(2)}*b`;
  const many = Array.from({ length: 64 }, (_, index) => `${'a'.repeat(120 + index)}c`);
  expect(await compile(slow, patient, 'one')([...many, 'aaaab'])).toEqual(['aaaab']);
  await patient.onShutdown();
});
