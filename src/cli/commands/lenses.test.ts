import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ShapesLock } from '../../lens/lock/shapes-lock.js';
import { type Format, formats } from '../../report/formats.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { capture, fixture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const files = Object.fromEntries(
  ['svc.config.ts', 'carts.ts'].map((name) => [name, readFileSync(fixture(`lenses/${name}`), 'utf8')]),
);

let repository: ReturnType<typeof makeRepository>;
let locked: string;
beforeAll(async () => {
  repository = makeRepository(files);
  await capture(['openapi', 'lock'], { cwd: repository.cwd });
  repository.commit('lock');
  locked = readFileSync(repository.path('contracts/shapes.json'), 'utf8');
});
afterEach(restore);
afterAll(() => repository.remove());

/** Makes the files those of the first commit again, without a process of git for each test. */
function restore() {
  rmSync(repository.path('contracts'), { recursive: true, force: true });
  mkdirSync(repository.path('contracts'));
  for (const [name, text] of Object.entries({ ...files, 'contracts/shapes.json': locked }))
    writeFileSync(repository.path(name), text);
}

const run = (...argv: readonly string[]) => capture(argv, { cwd: repository.cwd });
const gate = (...argv: readonly string[]) => run('gate', '--base', 'main', '--as-of', '2026-11-21', ...argv);
const lock = (...argv: readonly string[]) => run('openapi', 'lock', ...argv);
const check = (...argv: readonly string[]) => run('check', '--as-of', '2026-11-21', ...argv);

function edit(from: string, to: string, file = 'carts.ts') {
  const text = readFileSync(repository.path(file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} lacks ${from}`);
  writeFileSync(repository.path(file), text.replace(from, to));
}

function count(counts: Readonly<Record<string, number>>, unmarked = 0, at = '2026-11-20T12:00:00.000Z') {
  const file = repository.path('contracts/retired/shapes/Cart.json');
  mkdirSync(dirname(file), { recursive: true });
  const rows = Object.values(counts).reduce((sum, one) => sum + one, unmarked);
  writeFileSync(file, JSON.stringify({ shapes: 1, field: 'shape', rows, counts, unmarked, at }));
}

const issues = (stdout: string) =>
  (JSON.parse(stdout) as { issues: { step: string; id: string; message: string; fix: string }[] }).issues.map(
    ({ step, id, message }) => `${step} ${id}: ${message}`,
  );

/** Version 4 of the fixture. */
function release4(option = '') {
  edit('quantity: z.int().min(1) })', 'quantity: z.int().min(1), gift: z.boolean() })');
  edit('renamed(Line, {', 'renamed(gift.before, {');
  edit('const counted', 'const gift = added(Line, { gift: false });\nconst counted');
  edit(
    "{ version: '3', changes: [currency] }]",
    "{ version: '3', changes: [currency] }, { version: '4', changes: [change({ title: 'A line may be a gift', schemas: [gift] })] }]",
  );
  if (option !== '') edit("unmarked: '1' }", `unmarked: '1', ${option} }`);
}

describe('a configuration of lenses alone', () => {
  it('is checked and has no routes, no contracts and no server', async () => {
    expect(await check()).toMatchObject({ code: 0, stdout: 'No problems in 1 lens, as of 2026-11-21.\n' });
    expect(await run('routes')).toMatchObject({ code: 0 });
    expect(repository.git(['ls-files', 'contracts'])).toBe('contracts/shapes.json');
    expect(await gate()).toMatchObject({
      code: 0,
      stdout: 'The service compared with main, as of 2026-11-21\n\nThe gate is open.\n',
    });
  });
});

describe('a configuration of lenses alone with other commands', () => {
  it('explains the changes of what is stored, and names the lenses', async () => {
    const { code, stdout } = await run('change', 'explain', 'A cart has a currency');
    expect(code).toBe(0);
    expect(stdout).toContain('  version 2: { id: string, lines: { sku: string, quantity: integer }[] }\n');
    expect(stdout).toMatch(/\n\nConverts the stored values of 1 lens:\n {2}Cart\n$/);
    expect(stdout).not.toContain('Touches');
  });

  it('marks stored rows of a shape that no lens knows', async () => {
    writeFileSync(repository.path('contracts/rows.ndjson'), '{"shape":"1"}\n{"shape":"9"}\n');
    expect(await run('shapes', '--from', 'contracts/rows.ndjson')).toMatchObject({
      code: 1,
      stderr: '1 row has a shape that this service does not know. Known shapes: 1, 2, 3.\n',
    });
  });

  it('reports what is not written, and what a lens needs of a change', async () => {
    edit(
      "added(Cart, { currency: 'EUR' })",
      "reshape(Cart, { before: Cart.omit({ currency: true }), up: (cart) => ({ ...cart, currency: todo('Which?') }) })",
    );
    edit(
      "import { added, change, defineVersions, lens, renamed } from 'svckit/lens';",
      "import { todo } from 'svckit';\nimport { change, defineVersions, lens, renamed, reshape } from 'svckit/lens';",
    );
    expect(
      (await check()).stdout
        .replaceAll(/^.*? (?=error)/gm, '')
        .split('\n')
        .slice(0, 2),
    ).toEqual([
      'error change-unfinished: The change "A cart has a currency" of version 3 is not finished: Which? Write it in place of todo(…).',
      'error change-without-down: The change "A cart has a currency" of version 3 has no down, so that the lens Cart cannot write shape 2 for older builds. Add down to its reshape.',
    ]);
  });

  it('reports a change that names what a newer one changes', async () => {
    edit('quantity: z.int().min(1) })', 'amount: z.int().min(1) })');
    edit("renamed(Line, { quantity: 'count' })", "renamed(Line, { amount: 'count' })");
    edit('schemas: [added(Cart', "schemas: [renamed(Line, { amount: 'quantity' }), added(Cart");
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toContain(
      'error change-not-frozen: The change "A line has a quantity" of version 2 names Line, and "A cart has a currency" of version 3 changes it, so the older change finds it no more. Name Line as version 2 had it: the .before of what "A cart has a currency" declares, or frozen(\'Line\', …).',
    );
    edit("renamed(Line, { amount: 'count' })", "renamed(amount.before, { quantity: 'count' })");
    edit("renamed(Line, { amount: 'quantity' })", 'amount');
    edit('const counted', "const amount = renamed(Line, { amount: 'quantity' });\nconst counted");
    expect(await check('--dir', 'nowhere')).toMatchObject({
      code: 0,
      stdout: 'No problems in 1 lens, as of 2026-11-21.\n',
    });
  });

  it('compares frozen shapes with what is stored', async () => {
    edit('renamed }', 'frozen, renamed }');
    edit('renamed(Line,', "renamed(frozen('Line', z.object({ sku: z.string(), quantity: z.int() })),");
    expect(await check()).toMatchObject({ code: 0, stdout: 'No problems in 1 lens, as of 2026-11-21.\n' });
    edit('quantity: z.int() })', 'quantity: z.string() })');
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout.match(/frozen-shape-differs/g)).toHaveLength(1);
    expect(stdout).toMatch(
      /Line is frozen for version 2 \(carts\.ts:\d+\), and in the schema of the lens Cart \(carts\.ts:\d+\), quantity is/,
    );
  });

  it('has nothing to serve', async () => {
    expect(await run('serve')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('svc.config.ts has lenses and no root, so there is nothing to serve.') as string,
    });
  });
});

describe('the lock of shapes', () => {
  it('has the shapes of each lens and what its changes do, and the same bytes each time', async () => {
    const before = readFileSync(repository.path('contracts/shapes.json'), 'utf8');
    const { lenses, changes } = JSON.parse(before) as ShapesLock;
    expect(lenses).toMatchObject([
      { name: 'Cart', unmarked: '1', writes: '3', shapes: [{ shape: '1' }, { shape: '2' }, { shape: '3' }] },
    ]);
    expect(lenses[0]!.shapes[0]!.schema).toMatchObject({
      required: ['id', 'lines'],
      properties: { lines: { items: { required: ['count', 'sku'] } } },
    });
    expect(changes).toMatchObject([
      { lenses: ['Cart'], versions: [{ version: '1' }, { changes: [{ id: 'a-line-has-a-quantity' }] }, {}] },
    ]);
    expect((await lock('--check')).stdout).toContain('shapes.json  unchanged');
    await lock();
    expect(readFileSync(repository.path('contracts/shapes.json'), 'utf8')).toBe(before);
  });

  it('takes a new version as an addition, and titles as documentation', async () => {
    release4("writes: '3'");
    expect(await lock('--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('shapes.json  additive') as string,
    });
    expect(await lock('--check', '--allow', 'additive')).toMatchObject({ code: 0 });
    restore();
    edit("'A cart has a currency', ", "'Carts have a currency', id: 'a-cart-has-a-currency', ");
    expect((await lock('--check')).stdout).toContain('shapes.json  documentation only');
  });

  it('is missing, or stale where there are no lenses', async () => {
    rmSync(repository.path('contracts/shapes.json'));
    expect((await lock('--check')).stdout).toContain(
      'shapes.json  missing: the shapes of lenses have no lock file yet',
    );
    restore();
    writeFileSync(repository.path('svc.config.ts'), files['svc.config.ts']!.replace('[carts]', '[]'));
    expect(await lock('--check')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('shapes.json  the service no longer has lenses') as string,
    });
  });

  it.each([
    [
      'currency: z.string() })',
      'currency: z.string().length(3) })',
      'Shape 3 of Cart, which stored values have, is different at /properties/currency/maxLength.',
    ],
    ["unmarked: '1'", "unmarked: '2'", 'Values of Cart without a mark have shape 1, and now are read as 2.'],
    [", { unmarked: '1' }", '', 'Values of Cart without a mark have shape 1, and now have none.'],
    [
      "{ quantity: 'count' }",
      "{ quantity: 'number' }",
      'Shape 1 of Cart, which stored values have, is different at /properties/lines/items/properties/count.',
    ],
  ])('is held by the gate against %s → %s', async (from, to, message) => {
    edit(from, to);
    await lock();
    const { code, stdout } = await gate('--format', 'json');
    expect(code).toBe(1);
    expect(issues(stdout)).toContain(`changes released-shape-edited: ${message}`);
  });

  it('is held by the gate against a change that converts otherwise', async () => {
    edit("currency: 'EUR'", "currency: 'USD'");
    await lock();
    expect(issues((await gate('--format', 'json')).stdout)).toEqual([
      'changes released-change-edited: The released change "A cart has a currency" (a-cart-has-a-currency) was edited: up of Cart gives a different result.',
    ]);
  });
});

describe('the laws of lenses', () => {
  it('hold for a lawful lens, whatever the seed and whatever it writes', async () => {
    edit("unmarked: '1' }", "unmarked: '1', writes: '2' }");
    expect(await run('laws', '--seed', '42', '--runs', '20')).toEqual({
      code: 0,
      stdout: '2 changes and 1 lens keep every law: 20 values each, seed 42.\n',
      stderr: '',
    });
    const one = await run('laws', '--only', 'a-cart-has-a-currency', '--format', 'json');
    expect(JSON.parse(one.stdout)).toMatchObject({
      changes: [{ id: 'a-cart-has-a-currency', version: '3', holds: true }],
      lenses: [{ name: 'Cart', shapes: ['1', '2', '3'], holds: true, file: 'carts.ts' }],
    });
  });

  it('are tested alone for a lens that is named', async () => {
    edit(
      'export const carts',
      "const Quoted = z.codec(z.string(), z.string(), { decode: (text) => `\"${text}\"`, encode: (text) => text });\nexport const notes = lens(z.object({ text: Quoted }), defineVersions(['1']), { name: 'Note' });\nexport const carts",
    );
    edit('{ carts }', '{ carts, notes }', 'svc.config.ts');
    edit('[carts]', '[carts, notes]', 'svc.config.ts');
    const cart = await run('laws', '--only', 'Cart', '--runs', '20');
    expect(cart).toMatchObject({ code: 0, stdout: '2 changes and 1 lens keep every law: 20 values each, seed 1.\n' });
    const note = await run('laws', '--only', 'Note', '--runs', '20');
    expect(note.code).toBe(1);
    expect(note.stdout).toContain('error migrated-otherwise: in version 1: Note: ');
    expect(note.stdout).toContain('    repeat     svc laws --only Note --runs 20 --seed 1\n');
    expect((await run('laws', '--only', 'Crat')).stderr).toContain('--only: Unknown change "Crat".');
  });

  it('are part of the gate', async () => {
    edit('currency: z.string() })', 'currency: z.string().transform((code) => code.length) })');
    edit("currency: 'EUR'", "currency: 'EUR' as never");
    const { stdout } = await gate('--laws', '--format', 'json');
    expect(issues(stdout)).toContainEqual(
      expect.stringContaining('changes older-shape-fails: Cart: a value cannot be'),
    );
  });
});

describe('shape-unreadable-by-base', () => {
  it('closes the gate for a build that writes what running ones cannot read, and opens it for two steps', async () => {
    release4();
    await lock();
    const { code, stdout } = await gate();
    expect(code).toBe(1);
    expect(stdout).toContain(
      'error    in version 4: Cart writes shape 4, which builds of the base cannot read: they know 1, 2 and 3. Deploy in two steps.',
    );
    expect(stdout).toContain("First write lens(…, { writes: '3' }) and use writeAs('3', …)");
    restore();
    release4("writes: '3'");
    await lock();
    expect(await gate()).toMatchObject({ code: 0 });
    repository.git(['add', '--all']);
    repository.commit('step one');
    edit(", writes: '3'", '');
    await lock();
    expect(await gate()).toMatchObject({ code: 0 });
    repository.git(['reset', '--quiet', '--hard', 'HEAD~1']);
  });

  it.each(Object.keys(formats) as Format[])('is in the report as %s', async (format) => {
    release4();
    const { code, stdout } = await gate('--format', format);
    expect(code).toBe(1);
    expect(stdout).toContain('shape-unreadable-by-base');
    expect(stdout).toContain('Cart writes shape 4');
    if (format === 'sarif') expect(findSarifErrors(stdout)).toEqual([]);
  });

  it('can be accepted by an exception', async () => {
    release4();
    await lock();
    const { stdout } = await gate('--suggest-exceptions');
    expect(stdout).toContain('shape-unreadable-by-base');
    writeFileSync(
      repository.path('contracts/exceptions.yaml'),
      stdout
        .replaceAll(/reason: .*/g, 'reason: The worker is stopped meanwhile.')
        .replaceAll(/owner: .*/g, 'owner: Ada')
        .replaceAll(/expires: .*/g, 'expires: 2026-12-01'),
    );
    expect(await gate()).toMatchObject({ code: 0 });
  });
});

describe('a shape that goes', () => {
  const remove1 = () => {
    edit("['1', { version: '2', changes: [counted] }", "['2'");
    edit(", { unmarked: '1' }", '');
    edit(/const counted.*\n/.exec(readFileSync(repository.path('carts.ts'), 'utf8'))![0], '');
    edit(', renamed }', ' }');
  };

  it('needs counts that show that no value has it, in check and in the gate', async () => {
    remove1();
    const missing =
      'Cart no longer reads shape 1, that of values without a mark, and contracts/retired/shapes/Cart.json does not exist.';
    const found = await check();
    expect(found.code).toBe(1);
    expect(found.stdout).toContain(`error shape-without-evidence: ${missing}`);
    expect(found.stdout).toContain(
      'svc shapes --from rows.ndjson --field shape --out contracts/retired/shapes/Cart.json',
    );
    await lock();
    expect(await check()).toMatchObject({ code: 0 });
    expect(issues((await gate('--format', 'json')).stdout)).toContain(`changes released-shape-removed: ${missing}`);
    count({ 2: 7 });
    expect(await gate()).toMatchObject({ code: 0 });
  });

  it.each([
    [{ 1: 2, 3: 4 }, 0, 'counts 2 of them'],
    [{ 1: 2 }, 3, 'counts 5 of them'],
    [{ 1: -1 }, 0, 'is not what svc shapes --from writes'],
    [{}, 0, null],
    [{ 1: 0, 2: 9 }, 0, null],
  ])('with the counts %j and %i without a mark', async (counts, unmarked, fault) => {
    remove1();
    count(counts, unmarked);
    const { stdout } = await check();
    if (fault === null) expect(stdout).toContain('No problems');
    else expect(stdout).toContain(`contracts/retired/shapes/Cart.json ${fault}.`);
  });

  it.each([
    ['2026-11-22T00:00:00.000Z', 'is of 2026-11-22, which is in the future'],
    ['2026-11-21T23:00:00.000Z', null],
    ['2026-10-22T00:00:00.000Z', null],
    ['2026-10-21T23:59:59.000Z', 'is of 2026-10-21, more than 30 days ago'],
    ['lately', 'is not what svc shapes --from writes'],
  ])('with counts of %s', async (at, fault) => {
    remove1();
    count({ 3: 9 }, 0, at);
    const { stdout } = await check();
    await lock();
    const closed = issues((await gate('--format', 'json')).stdout);
    if (fault === null) expect([stdout, closed]).toEqual([expect.stringContaining('No problems'), []]);
    else {
      expect(stdout).toContain(`contracts/retired/shapes/Cart.json ${fault}.`);
      expect(closed).toEqual([expect.stringContaining(`released-shape-removed: `)]);
      expect(closed[0]).toContain(`${fault}.`);
    }
  });

  it('is one of a lens that is gone, too', async () => {
    edit("unmarked: '1' }", "unmarked: '1', name: 'Basket' }");
    expect((await check('--format', 'json')).stdout).toContain('The lens Cart is gone, which read shape 2');
  });
});

describe('lenses beside routes', () => {
  const service = (lenses: string) => `
import { added, change, Controller, defineService, defineVersions, Get, Module, renamed } from 'svckit';
import { lens } from 'svckit/lens';
import { z } from 'zod';

const Cart = z.object({ id: z.string(), currency: z.string() }).meta({ id: 'Cart' });
const Row = z.object({ key: z.string(), total: z.custom<Date>() }).meta({ id: 'Row' });
const currency = change({ title: 'A cart has a currency', schemas: [added(Cart, { currency: 'EUR' })] });
const total = change({ title: 'A row has a total', schemas: [renamed(Row, { total: 'sum' })] });
const versions = defineVersions(['1', { version: '2', changes: [currency, total] }]);

@Controller('carts')
class CartsController {
  @Get('', { response: { 200: z.array(Cart) } })
  list() {
    return [];
  }
}

@Module({ controllers: [CartsController] })
class AppModule {}

export default defineService({
  root: AppModule,
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1', versions },
  lenses: [${lenses}],
});
`;

  it('share the lock of the changes, and give effect to those that no operation uses', async () => {
    writeFileSync(
      repository.path('svc.config.ts'),
      service("lens(Row, versions), lens(Cart, versions, { name: 'carts' })"),
    );
    expect(await check('--dir', 'nowhere')).toMatchObject({
      stdout: 'No problems in 2 routes and 2 lenses, as of 2026-11-21.\n',
    });
    await lock();
    const locked = JSON.parse(readFileSync(repository.path('contracts/shapes.json'), 'utf8')) as ShapesLock;
    expect(locked.lenses.map(({ name, shapes }) => [name, shapes.length])).toEqual([
      ['Row', 2],
      ['carts', 2],
    ]);
    expect(locked.changes).toEqual([]);
    expect(await lock('--check')).toMatchObject({ code: 0 });
    writeFileSync(repository.path('svc.config.ts'), service(''));
    expect((await check('--dir', 'nowhere')).stdout).toContain(
      'warning change-without-effect: The change "A row has a total"',
    );
  });
});
