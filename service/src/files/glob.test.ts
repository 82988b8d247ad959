import { expect, test } from 'vitest';
import { compileGlob, GlobError, globFault } from './glob.js';

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
])('%s matches whole keys', (glob, expected) => {
  expect(globFault(glob)).toBeNull();
  expect(compileGlob(glob)(keys)).toEqual(expected);
});

test.each(['', '/etc/*', '../*', 'a/../*', 'a\0', '[z-a]', '{a', '\\'])('%j is refused with a reason', (glob) => {
  expect(globFault(glob)).toMatch(/must not|is not a glob/);
});

test('a glob that would backtrack for years is stopped', () => {
  const filter = compileGlob(`${'*a'.repeat(30)}*b`, 50);
  const started = Date.now();
  expect(() => filter(['a'.repeat(200)])).toThrow(GlobError);
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(filter(['aab'])).toEqual([]);
});
