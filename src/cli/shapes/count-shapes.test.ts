import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { repository } from '../../../test/read-imports.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { readShapeCounts } from '../../lens/lock/shape-counts.js';
import { groupBy } from '../../text/group-by.js';
import { capture, fixture } from '../testing/capture-io.js';

const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const marked = (shape: unknown) => ({ id: 'a', shape, data: '{"shape":"9"}' });

function project(files: Readonly<Record<string, string>>) {
  const { cwd, path, remove } = makeProject(files, { packages: [] });
  onTestFinished(remove);
  return { path, svc: (...words: readonly string[]) => capture(['shapes', ...words], { cwd }) };
}

const count = async (text: string, ...words: readonly string[]) => {
  const { svc } = project({ 'rows.ndjson': text });
  return svc('--from', 'rows.ndjson', ...words);
};
const counts = async (text: string, ...words: readonly string[]) => {
  const { code, stdout, stderr } = await count(text, '--format', 'json', ...words);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as unknown;
};

describe('svc shapes --from', () => {
  it('counts rows by the mark of their shape', async () => {
    const rows = lines(marked('2'), marked('10'), marked(null), marked('2'), { id: 'b' }, marked(1));
    expect(await count(rows)).toEqual({
      code: 0,
      stdout:
        'shape           rows\n1                  1\n2                  2\n10                 1\nwithout a mark     2\n\n6 rows\n',
      stderr: '',
    });
    expect(await counts(rows)).toEqual({
      shapes: 1,
      field: 'shape',
      rows: 6,
      counts: { 1: 1, 2: 2, 10: 1 },
      unmarked: 2,
      at: '2026-11-21T12:00:00.000Z',
    });
    expect(await counts(rows, '--unmarked', '1')).toMatchObject({
      rows: 6,
      counts: { 1: 3, 2: 2, 10: 1 },
      unmarked: 0,
    });
    expect(await counts('')).toMatchObject({ rows: 0, counts: {}, unmarked: 0 });
    expect((await count('\n')).stdout).toBe('No rows.\n');
  });

  it('prints what its page shows', async () => {
    const page = readFileSync(join(repository, 'docs/lens.md'), 'utf8');
    const [, command, table] = /^\$ npx svc (shapes --from carts.*)\n([^]*?)^```/m.exec(page)!;
    const { path } = project({ 'carts.ndjson': lines({ id: 'c1' }, { shape: '2' }, { shape: '3' }) });
    const words = command!.split(' ');
    expect((await capture(words, { cwd: path('') })).stdout).toBe(table);
    const { stdout } = await capture([...words, '--format', 'json'], { cwd: path('') });
    expect(page).toContain(JSON.stringify(JSON.parse(stdout), null, 1).replaceAll(/\n */g, ' '));
  });

  it('finds the mark at a path, and in a member whose name has dots', async () => {
    const rows = lines({ headers: { shape: '1' } }, { 'headers.shape': '2' }, { headers: null }, { headers: 'x' });
    expect(await counts(rows, '--field', 'headers.shape')).toMatchObject({ counts: { 1: 1, 2: 1 }, unmarked: 2 });
    expect(await counts(lines({ constructor: '1' }, {}), '--field', 'constructor')).toMatchObject({
      counts: { 1: 1 },
      unmarked: 1,
    });
    expect(await counts(lines({ shape: '__proto__' }))).toMatchObject({ counts: { ['__proto__']: 1 } });
  });

  it('reads several files, packed ones, standard input, and lines however they end', async () => {
    const { svc, path } = project({ 'a.ndjson': '\uFEFF{"shape":"1"}\r\n\r\n{"shape":"2"}' });
    writeFileSync(path('b.ndjson.gz'), gzipSync(lines(marked('2'), marked('3'))));
    const { stdout } = await svc('--from', 'a.ndjson', '--from', 'b.ndjson.gz', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ rows: 4, counts: { 1: 1, 2: 2, 3: 1 } });
    const piped = await capture(['shapes', '--from', '-'], { cwd: path(''), input: lines(marked('1')) });
    expect([piped.code, piped.stdout]).toEqual([0, 'shape  rows\n1         1\n\n1 row\n']);
  });

  it('shows on a terminal how far it is', async () => {
    const { cwd, remove } = makeProject({ 'rows.ndjson': lines(marked('1')) }, { packages: [] });
    onTestFinished(remove);
    const { stderr } = await capture(['shapes', '--from', 'rows.ndjson'], { cwd, columns: 80 });
    expect(stderr).toContain('0/1 MB, rows.ndjson');
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('writes what the counts of JSON are, over earlier counts and over nothing else', async () => {
    const { svc, path } = project({ 'rows.ndjson': lines(marked('1')), 'own.json': '{"shapes":1,"counts":{}}' });
    const words = ['--from', 'rows.ndjson', '--out'];
    for (const _ of [1, 2])
      expect(await svc(...words, 'out/counts.json')).toEqual({
        code: 0,
        stdout: 'shape  rows\n1         1\n\n1 row\n',
        stderr: 'Wrote out/counts.json.\n',
      });
    const { stdout } = await svc('--from', 'rows.ndjson', '--format', 'json');
    expect(readFileSync(path('out/counts.json'), 'utf8')).toBe(stdout);
    expect(await svc(...words, 'own.json')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'own.json was not written by svc shapes. Move it, or choose another file with --out.\n',
    });
    expect((await svc(...words, 'out')).stderr).toBe(
      '--out out is not a JSON file. Name one, such as --out counts.json.\n',
    );
  });

  it('says which shapes the service around it does not know', async () => {
    const cwd = fixture('people');
    const count = (rows: string, ...words: readonly string[]) =>
      capture(['shapes', '--from', '-', ...words], { cwd, input: rows });
    expect(await count(lines(marked('1'), marked('2')))).toMatchObject({ code: 0, stderr: '' });
    expect(await count(lines(marked('1'), marked('7'), marked('next')))).toEqual({
      code: 1,
      stdout: 'shape  rows\n1         1\n7         1  unknown\nnext      1  unknown\n\n3 rows\n',
      stderr: '2 rows have a shape that this service does not know. Known shapes: 1, 2.\n',
    });
    expect(await count(lines({}), '--unmarked', '7')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('unknown') as unknown,
    });
    const stored = await capture(['shapes', '--from', '-'], { cwd: fixture('lenses'), input: lines(marked('9')) });
    expect(stored).toMatchObject({
      code: 1,
      stderr: '1 row has a shape that this service does not know. Known shapes: 1, 2, 3.\n',
    });
  });

  const write = 'Write one row on each line, as an object of JSON.';
  it.each([
    ['{"shape":"1"}\n{"shape":\n', `rows.ndjson:2 is not JSON: Unexpected end of JSON input. ${write}`],
    ['{"shape":"1"}\n\nshape,id\n', `rows.ndjson:3 is not JSON: Unexpected token 's'. ${write}`],
    ['[{"shape":"1"}]\n', `rows.ndjson:1 is a list. ${write} From a list: jq -c '.[]' rows.json.`],
    [
      '[\n{"shape":"1"}\n]\n',
      `rows.ndjson:1 is not JSON: Unexpected end of JSON input. ${write} From a list: jq -c '.[]' rows.json.`,
    ],
    ['5\n', `rows.ndjson:1 is 5. ${write}`],
    [
      lines(marked('1'), marked(true)),
      'rows.ndjson:2: shape is true. A mark is text, such as "1"; name its member with --field.',
    ],
    [lines(marked([])), 'rows.ndjson:1: shape is a list. A mark is text, such as "1"; name its member with --field.'],
    [
      lines({ shpae: '1' }),
      'No row has the member shape. Did you mean "shpae"? Where no row is marked yet, name the shape that they have: --unmarked 1.',
    ],
    [
      lines(...Array.from({ length: 1001 }, (_, index) => ({ shape: `${index}` }))),
      'rows.ndjson:1001: shape has more than 1000 values, which are no shapes. Name the member of the mark with --field.',
    ],
  ])('refuses what is no row with its line', async (text, message) => {
    expect(await count(text)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  it.each([
    [['--from', 'none.ndjson'], '--from none.ndjson not found.'],
    [['--from', '.'], '--from . is a folder. Name its files, such as --from ./rows.ndjson.'],
    [['--from', ''], '--from names no file. Name one, such as --from rows.ndjson.'],
    [['--from', '-', '--from', '-'], 'Standard input can be read only once.'],
    [['--from', 'rows.ndjson', '--field', ' '], '--field is empty. Name the member of each row that holds its shape.'],
    [['--from', 'rows.ndjson', '--check'], '--check compares the shapes of a document. Omit it with --from.'],
    [['openapi.yaml', '--from', 'rows.ndjson'], 'Name a document or use --from, not both.'],
    [['openapi.yaml', '--field', 'shape'], '--field needs --from. Name the rows, such as --from rows.ndjson.'],
  ])('%j is refused with what to write', async (words, message) => {
    const { svc } = project({ 'rows.ndjson': lines(marked('1')) });
    expect(await svc(...words)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  it('counts every row once', async () => {
    const { path } = project({});
    const words = ['shapes', '--from', '-', '--unmarked', '0', '--format', 'json'];
    const shape = fc.constantFrom('1', '2', '2026-01-01', null, undefined, 3);
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { maxLength: 50 }), fc.constantFrom('\n', '\r\n', '\n\n'), async (all, end) => {
        const input = all.map((one) => JSON.stringify({ shape: one, at: 'ä\u2028' }) + end).join('');
        const { stdout } = await capture(words, { cwd: path(''), input });
        const found = readShapeCounts(JSON.parse(stdout))!;
        const expected = groupBy(all, (one) => String(one ?? '0'));
        expect(found.counts).toEqual(Object.fromEntries([...expected].map(([one, rows]) => [one, rows.length])));
        expect(found.rows).toBe(all.length);
      }),
      runs(30),
    );
  });
});

it('counts are read back, and nothing else is', () => {
  const counted = { shapes: 1, field: 'shape', rows: 3, counts: { 1: 2 }, unmarked: 1, at: '2026-11-21T12:00:00.000Z' };
  expect(readShapeCounts(counted)).toBe(counted);
  for (const wrong of [
    { shapes: 2 },
    { counts: [] },
    { counts: { 1: 1 } },
    { counts: { 1: -1 }, unmarked: 4 },
    { field: 1 },
    { unmarked: undefined },
    { at: undefined },
  ])
    expect(readShapeCounts({ ...counted, ...wrong })).toBeNull();
  expect([null, [], 'x'].map(readShapeCounts)).toEqual([null, null, null]);
});
