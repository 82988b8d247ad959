import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { exactSpelling, type PathSpelling } from '../table/path-spelling.js';
import type { Entry } from './entry.js';
import { RouteIndex } from './route-index.js';

function indexOf(paths: readonly string[], spelling: Partial<PathSpelling> = {}): RouteIndex<never> {
  const index = new RouteIndex<never>(() => ({ ...exactSpelling, ...spelling }));
  for (const path of paths) {
    const [method, shape] = path.split(' ') as ['GET', string];
    index.add({ shape } as Entry<never>, method, shape);
  }
  return index;
}
const find = (index: RouteIndex<never>, method: string, url: string) => {
  const values: string[] = [];
  const entry = index.find(method, url, values);
  return entry && [entry.shape, ...values];
};

describe('RouteIndex', () => {
  const index = indexOf([
    'GET /',
    'GET /items/{}',
    'GET /items/latest',
    'DELETE /items/{}',
    'GET /items/{}/parts/{}',
    'GET /items/latest/notes',
    'GET /a%20b',
  ]);

  it('prefers plain text, and turns back to a parameter where the text leads nowhere', () => {
    expect(find(index, 'GET', '/items/latest')).toEqual(['/items/latest']);
    expect(find(index, 'GET', '/items/7')).toEqual(['/items/{}', '7']);
    expect(find(index, 'DELETE', '/items/latest')).toEqual(['/items/{}', 'latest']);
    expect(find(index, 'GET', '/items/latest/parts/2?x=1')).toEqual(['/items/{}/parts/{}', 'latest', '2']);
  });

  it('takes parameters beside text before those of a whole segment, and the text that says more first', () => {
    const mixed = indexOf([
      'GET /files/{}',
      'GET /files/{}.{}',
      'GET /files/{}.tar.{}',
      'GET /files/readme.md',
      'GET /files/{}:pin/notes',
      'GET /files/%40{}',
    ]);
    expect(find(mixed, 'GET', '/files/readme.md')).toEqual(['/files/readme.md']);
    expect(find(mixed, 'GET', '/files/a.b.txt')).toEqual(['/files/{}.{}', 'a', 'b.txt']);
    expect(find(mixed, 'GET', '/files/a.tar.gz')).toEqual(['/files/{}.tar.{}', 'a', 'gz']);
    expect(find(mixed, 'GET', '/files/a%2Fb.x%20y')).toEqual(['/files/{}.{}', 'a/b', 'x y']);
    for (const none of ['.txt', 'a.', 'a']) expect(find(mixed, 'GET', `/files/${none}`)).toEqual(['/files/{}', none]);
    expect(find(mixed, 'GET', '/files/a.b:pin/notes')).toEqual(['/files/{}:pin/notes', 'a.b']);
    expect(find(mixed, 'GET', '/files/@x')).toEqual(['/files/%40{}', 'x']);
    expect(find(mixed, 'GET', '/files/a:pin')).toEqual(['/files/{}', 'a:pin']);
  });

  it('decodes segments one by one, so that an encoded slash stays inside its own', () => {
    expect(find(index, 'GET', '/items/a%2Fb')).toEqual(['/items/{}', 'a/b']);
    expect(find(index, 'GET', '/a%20b')).toEqual(['/a%20b']);
    expect(find(index, 'GET', '/%69tems/x')).toEqual(['/items/{}', 'x']);
  });

  it('never takes an empty segment for a parameter', () => {
    for (const url of ['/items/', '/items//parts/2', '//', '/items/7/', '']) expect(find(index, 'GET', url)).toBeNull();
    expect(find(index, 'GET', '/')).toEqual(['/']);
    expect(find(index, 'GET', '/?q')).toEqual(['/']);
  });

  it('overlooks one slash at the end where it is not strict', () => {
    const loose = indexOf(['GET /', 'GET /items/{}'], { trailingSlash: 'ignore' });
    expect(find(loose, 'GET', '/items/7/?x')).toEqual(['/items/{}', '7']);
    expect(find(loose, 'GET', '/items//')).toBeNull();
    expect(find(loose, 'GET', '/')).toEqual(['/']);
  });

  it('reads the absolute form, and finds nothing for an asterisk', () => {
    expect(find(index, 'GET', 'http://host:80/items/7?x')).toEqual(['/items/{}', '7']);
    expect(find(index, 'GET', 'http://host')).toEqual(['/']);
    expect(find(index, 'OPTIONS', '*')).toBeNull();
  });

  it('finds every path that it holds, with its values', () => {
    const segment = fc.stringMatching(/^[a-c]{1,2}$/);
    const path = fc
      .array(fc.oneof(segment, fc.constant('{}')), { minLength: 1, maxLength: 4 })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 20 }),
        fc.array(fc.string({ minLength: 1 }), { minLength: 4, maxLength: 4 }),
        (paths, values) => {
          const some = indexOf(paths.map((one) => `GET ${one}`));
          for (const one of paths) {
            let position = 0;
            const url = one.replaceAll('{}', () => encodeURIComponent(values[position++]!));
            const found = find(some, 'GET', url);
            expect(found).not.toBeNull();
            expect(found).toHaveLength(found![0]!.split('{}').length);
          }
        },
      ),
    );
  });

  it('ends a path before a fragment', () => {
    expect(find(index, 'GET', '/items/7#a?b')).toEqual(['/items/{}', '7']);
    expect(find(index, 'GET', '/items/7?a#b')).toEqual(['/items/{}', '7']);
  });

  it('reads a malformed segment as it is written', () => {
    expect(find(index, 'GET', '/items/100%/parts/%E9?%')).toEqual(['/items/{}/parts/{}', '100%', '%E9']);
  });

  it.each<readonly [Partial<PathSpelling>, string, readonly string[] | null]>([
    [{ caseSensitive: false }, '/ITEMS/LATEST', ['/items/latest']],
    [{ caseSensitive: false }, '/Items/A/Parts/B', ['/items/{}/parts/{}', 'A', 'B']],
    [{ caseSensitive: false }, '/%49tems/A', ['/items/{}', 'A']],
    [{ duplicateSlashes: 'ignore' }, '//items///7', ['/items/{}', '7']],
    [{ duplicateSlashes: 'ignore' }, '/items//', null],
    [{ duplicateSlashes: 'ignore', trailingSlash: 'ignore' }, '/items/7//', ['/items/{}', '7']],
    [{ semicolons: 'ignore' }, '/items;a=1/latest;b?;c', ['/items/latest']],
    [{ semicolons: 'ignore' }, '/items/;a', null],
    [{ semicolons: 'query' }, '/items/latest;a=1/2', ['/items/latest']],
    [{ encodedSlashes: 'decode' }, '/items%2Flatest', ['/items/latest']],
    [{ encodedSlashes: 'decode' }, '/items/a%252Fb', ['/items/{}', 'a%2Fb']],
    [{}, '/ITEMS/latest', null],
    [{}, '/items;a/7', null],
    [{}, '/items%2F7', null],
  ])('takes with %o the spelling %s', (spelling, url, expected) => {
    const some = indexOf(['GET /items/{}', 'GET /items/latest', 'GET /items/{}/parts/{}'], spelling);
    expect(find(some, 'GET', url)).toEqual(expected);
  });

  it('tells paths that differ only in case from each other, whether or not case counts', () => {
    const some = indexOf(['GET /items', 'GET /Items', 'GET /{}.{}', 'GET /Ab{}'], { caseSensitive: false });
    expect(find(some, 'GET', '/items')).toEqual(['/items']);
    expect(find(some, 'GET', '/Items')).toEqual(['/Items']);
    expect(find(some, 'GET', '/ITEMS')).toEqual(['/items']);
    expect(find(some, 'GET', '/aBC')).toEqual(['/Ab{}', 'C']);
  });

  it('is near every spelling of a path, with the same values', () => {
    const letters = fc.stringMatching(/^[a-c]{1,3}$/);
    const path = fc.array(fc.oneof(letters, fc.constant('{}')), { minLength: 1, maxLength: 4 });
    const touch = fc.record({
      isUpper: fc.boolean(),
      slash: fc.constantFrom('/', '//', '%2f', '/.%2F', '/x/../', '/%2e/'),
      suffix: fc.constantFrom('', ';a', ';b=c'),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 1, maxLength: 8, selector: (parts) => parts.join('/') }),
        fc.array(touch, { minLength: 4, maxLength: 4 }),
        fc.constantFrom('', '/', '.json', '?q=%', '#f'),
        (paths, touches, end) => {
          const some = indexOf(paths.map((parts) => `GET /${parts.join('/')}`));
          for (const parts of paths) {
            const sent = parts.map((part, at) => (part === '{}' ? `Value${at}` : part));
            const spelled = sent.map((part, at) => {
              const { isUpper, slash, suffix } = touches[at]!;
              const text = isUpper && parts[at] !== '{}' ? part.toUpperCase() : part;
              // The first slash is one, or there is no path.
              return `${at === 0 && slash.startsWith('%') ? '/' : slash}${text}${suffix}`;
            });
            const values: string[] = [];
            const near = some.findNear('GET', spelled.join('') + end, values);
            expect([near?.shape, ...values]).toEqual(find(some, 'GET', `/${sent.join('/')}`));
          }
        },
      ),
      runs(200),
    );
  });
});
