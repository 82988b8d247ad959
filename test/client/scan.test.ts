import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { compile } from './compile.js';
import { consumerFolder, newFolder, writeFiles } from './consumer-folder.js';

const orders = join(fixture('orders'), 'svc.config.ts');

/** A consumer of a fixture with its client, and how to scan it. */
async function consumer(files: Readonly<Record<string, string>>, entry = orders, compilerOptions = {}) {
  return openConsumer(consumerFolder(compilerOptions), files, entry);
}

async function openConsumer(folder: string, files: Readonly<Record<string, string>>, entry = orders) {
  expect(await capture(['client', entry], { cwd: folder })).toMatchObject({ code: 0 });
  writeFiles(folder, files);
  const svc = (...words: string[]) => capture(['diff', 'v1', 'v2', entry, ...words], { cwd: folder });
  return { folder, svc, scan: async () => placesOf((await svc('--scan', 'src', '--format', 'json')).stdout) };
}

interface Scanned {
  readonly places: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly code: string;
    readonly touches: readonly { readonly id: string; readonly operations: readonly string[] }[];
  }[];
}

/** `a.ts 3 customer: response-required-property-removed`, where the code names what is touched. */
function placesOf(json: string): readonly string[] {
  return (JSON.parse(json) as Scanned).places.map(({ file, line, code, touches }) => {
    const ids = touches.map(({ id, operations }) => [id, ...operations].join(' '));
    return `${file.replace('src/', '')}:${line} ${code} → ${ids.join(', ')}`;
  });
}

const importOf = (name: string, text: string) => `${name}:1 ${text} → client-module`;

const reads = [
  ['destructuring', 'const { customer: who } = order; void who;'],
  ['destructuring in an assignment', 'let who: string; ({ customer: who } = order); void who;'],
  ['an optional chain', 'void (order as Order | undefined)?.customer.length;'],
  ['a name in brackets', "void order['customer'];"],
  ['a spread', 'const copy = { ...order, more: 1 }; void copy.customer;'],
  ['the rest of a pattern', 'const { id, ...rest } = order; void [id, rest.customer];'],
  ['a part of the type', "const part: Pick<Order, 'id' | 'total'> & Partial<Order> = order; void part.customer;"],
  ['a list', 'void [order].map(({ customer }) => customer);'],
  ['a map', 'void new Map([[1, order]]).get(1)?.customer;'],
  ['an inferred helper', 'const same = <T>(one: T) => one; void same(order).customer;'],
  ['an indexed type', "const who: Order['customer'] = 'x'; void [who, order];"],
] as const;

describe('a scan finds what is read', () => {
  let found: readonly string[];
  beforeAll(async () => {
    const head = "import type { OrderV1 as Order } from './api/v1.js';";
    const use = ([, statement]: (typeof reads)[number], index: number) => [
      `src/use${index}.ts`,
      `${head}\nexport function use(order: Order) {\n${statement}\n}\n`,
    ];
    const folder = newFolder();
    try {
      const { scan } = await openConsumer(folder, Object.fromEntries(reads.map(use)));
      expect(compile(folder)).toBe('');
      found = await scan();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(reads.map(([by, statement], index) => [by, statement, index] as const))('by %s', (_, statement, index) => {
    expect(found.filter((place) => place.startsWith(`use${index}.ts:3 `))).toEqual([
      `use${index}.ts:3 ${statement} → response-required-property-removed POST /api/orders GET /api/orders/{id}`,
    ]);
  });
});

it('a scan finds what types in comments of JavaScript read', async () => {
  const { folder, scan } = await consumer(
    {
      'src/use.js': `import { client } from './api/v1.js';
export const list = () => client.GET('/api/orders');
/**
 * @param {import('./api/v1.js').OrderV1['customer']} who
 * @returns {string}
 */
export const greet = (who) => \`Hello \${who}\`;
`,
    },
    orders,
    { allowJs: true, checkJs: true },
  );
  expect(compile(folder)).toBe('');
  expect(await scan()).toContain(
    "use.js:4 * @param {import('./api/v1.js').OrderV1['customer']} who → response-required-property-removed POST /api/orders GET /api/orders/{id}",
  );
});

it('a scan follows a value to its call, through several files, renamed imports and a .tsx file', async () => {
  const { folder, scan } = await consumer(
    {
      'src/shop.ts': `import { client as shop } from '@api/v1';
const { GET: get } = shop;
export const read = (id: number) => get('/api/orders/{id}', { params: { path: { id } } });
export const list = () => shop.request('get', '/api/orders');
`,
      'src/view.tsx': `import { list, read } from './shop.js';
export async function Card() {
  const { data } = await read(1);
  const all = (await list()).data ?? [];
  return [data?.state, all.length];
}
`,
      'src/other.ts': `export const unrelated = { customer: 'Ada', state: 'open' };
export const { customer } = unrelated;
export const wrong: number = 'an error of its own';
`,
    },
    orders,
    { jsx: 'preserve', module: 'preserve', moduleResolution: 'bundler', paths: { '@api/*': ['./src/api/*'] } },
  );
  expect(compile(folder)).toContain("src/other.ts(3,14): error TS2322: Type 'string' is not assignable");
  expect(await scan()).toEqual([
    importOf('shop.ts', "import { client as shop } from '@api/v1';"),
    "shop.ts:4 export const list = () => shop.request('get', '/api/orders'); → response-body-type-changed GET /api/orders",
    'view.tsx:5 return [data?.state, all.length]; → response-property-enum-value-added GET /api/orders/{id}',
    'view.tsx:5 return [data?.state, all.length]; → response-body-type-changed GET /api/orders',
  ]);
});

it('a scan finds what is sent, where it is written', async () => {
  const { scan } = await consumer({
    'src/send.ts': `import { client, type NewOrderV1 } from './api/v1.js';
export const send = (customer: string) => client.POST('/api/orders', { body: { customer, lines: [] } });
export const pass = (body: NewOrderV1) => client.POST('/api/orders', { body });
export const list = () => client.GET('/api/orders', { params: { query: { state: 'open' } } });
`,
  });
  expect((await scan()).filter((place) => /:[24] /.test(place)).map((place) => place.replace(/ .* → /, ' '))).toEqual([
    // The member of a line is reported at the call, since no line is written.
    'send.ts:2 new-required-request-property POST /api/orders',
    'send.ts:2 new-required-request-property POST /api/orders, new-required-request-property POST /api/orders',
    'send.ts:2 request-property-removed POST /api/orders',
    'send.ts:4 response-body-type-changed GET /api/orders',
    'send.ts:4 request-parameter-removed GET /api/orders',
  ]);
});

it('a scan reads the project that a tsconfig.json refers to, and a client that is a package', async () => {
  const { folder, scan } = await consumer({});
  await capture(['client', orders, '--package', '@acme/orders', '--out-dir', 'orders'], { cwd: folder });
  const compilerOptions = {
    module: 'preserve',
    strict: true,
    types: [],
    lib: ['es2022', 'dom'],
    paths: { '@acme/orders/*': ['./orders/*.d.ts'] },
  };
  writeFiles(folder, {
    'tsconfig.json': JSON.stringify({ files: [], references: [{ path: './tsconfig.app.json' }] }),
    'tsconfig.app.json': JSON.stringify({ compilerOptions: { ...compilerOptions, composite: true }, include: ['src'] }),
    'src/use.ts': `import { client } from '@acme/orders/v1';
export const cancel = (id: number) => client.DELETE('/api/orders/{id}', { params: { path: { id } } });
`,
  });
  expect(await scan()).toEqual([
    importOf('use.ts', "import { client } from '@acme/orders/v1';"),
    "use.ts:2 export const cancel = (id: number) => client.DELETE('/api/orders/{id}', { params: { path: { id } } }); → api-removed-without-deprecation DELETE /api/orders/{id}",
  ]);
});

it('a scan compares any two documents, also with the version in their paths', async () => {
  const uri = await consumer(
    { 'src/use.ts': "import { client } from './api/v1.js';\nexport const list = () => client.GET('/api/people');\n" },
    join(fixture('uri'), 'svc.config.ts'),
  );
  expect((await uri.scan()).slice(1)).toEqual([
    "use.ts:2 export const list = () => client.GET('/api/people'); → response-body-type-changed GET /api/people",
  ]);

  const folder = consumerFolder();
  const item = (path: string, price: string) => `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /items/{${path}}:
    get:
      parameters: [{ name: ${path}, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
components: { schemas: { Item: { type: object, required: [${price}], properties: { ${price}: { type: number } } } } }
`;
  writeFiles(folder, {
    'old.yaml': item('id', 'price'),
    'new.yaml': item('itemId', 'unitPrice'),
    'svc.config.yaml': 'document: old.yaml\n',
  });
  await capture(['client'], { cwd: folder });
  writeFiles(folder, {
    'src/use.ts': `import { client } from './api/index.js';
const { data } = await client.GET('/items/{id}', { params: { path: { id: 1 } } });
export const price = data?.price;
`,
  });
  const scanned = await capture(['diff', 'old.yaml', 'new.yaml', '--scan', 'src'], { cwd: folder });
  expect(scanned.stdout).toMatchInlineSnapshot(`
    "Places in src that the changes from old.yaml to new.yaml touch, as of 2026-11-21

    3 other differences touch no place in src (3 notes). svc diff without --scan lists them.

    src/use.ts

    src/use.ts:2:35  const { data } = await client.GET('/items/{id}', { params: { path: { id: 1 } } });
      error    GET /items/{id}: the path is /items/{itemId} in new.yaml. Call "/items/{itemId}".  [path-changed]

    src/use.ts:2:70  const { data } = await client.GET('/items/{id}', { params: { path: { id: 1 } } });
      error    does not compile with the types of new.yaml: Object literal may only specify known properties, and 'id' does not exist in type '{ itemId: number; }'. Make it fit the types of new.yaml.  [no-longer-compiles]

    src/use.ts:3:28  export const price = data?.price;
      error    GET /items/{id}: response 200 property "price": was removed (it was required). Stop reading it: new.yaml does not return it. New there: "unitPrice".  [response-required-property-removed]
               compiler  Property 'price' does not exist on type 'Item'.

    3 places in 1 of 1 file.
    "
  `);
});

describe('a scan that cannot run', () => {
  const use = "import { client } from './api/v1.js';\nexport const list = () => client.GET('/api/orders');\n";

  it.each([
    [['--scan', 'nowhere'], '--scan nowhere does not exist. Name the folder of your TypeScript files.'],
    [['--scan', 'package.json'], '--scan package.json is not a folder.'],
    [['--scan', ''], 'Name a folder with TypeScript files.'],
    [['--scan', 'src/api'], '--scan src/api: no TypeScript files, beside those that svc client wrote.'],
    [['--scan', 'src', '--suggest-exceptions'], 'Use one of them.'],
    [['--scan', 'src', '--list'], '--list compares nothing. Omit'],
  ])('refuses %j', async (words, message) => {
    const { svc } = await consumer({ 'src/use.ts': use });
    const { code, stderr } = await svc(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('says which clients there are, that none is used, and what is not installed', async () => {
    const { folder, svc } = await consumer({ 'src/use.ts': use.replace('v1', 'v2') });
    expect((await svc('--scan', 'src')).stderr).toBe(
      '--scan src: no code imports src/api/v1.ts. Name the folder of the code that calls the API through it.\n',
    );
    rmSync(join(folder, 'src/api/v1.ts'));
    expect((await svc('--scan', 'src')).stderr).toBe(
      '--scan src: no code uses a client of version 1 that svc client wrote. Found: version 2 (src/api/v2.ts). Write one with svc client and call the API through it; nothing else is scanned.\n',
    );
    rmSync(join(folder, 'node_modules'));
    expect((await svc('--scan', 'src')).stderr).toContain(
      'Run: npm install --save-dev openapi-typescript typescript@5',
    );
  });

  it('says that a client was written from other documents', async () => {
    const { folder, svc } = await consumer({ 'src/use.ts': use });
    const notice = 'src/api/v1.ts has other types than svc client writes for these documents.';
    expect((await svc('--scan', 'src')).stdout).not.toContain(notice);
    writeFileSync(join(folder, 'old.ts'), '');
    await capture(['client', join(fixture('header'), 'svc.config.ts'), '--out-dir', 'src/api'], { cwd: folder });
    expect((await svc('--scan', 'src')).stdout).toContain(notice);
  });
});
