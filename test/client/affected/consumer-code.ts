/** What a piece of a consumer's code reads, and how it comes by it. */
export interface Draw {
  readonly style: number;
  readonly source: number;
  readonly leaf: number;
}

interface Leaf {
  /** `pets`, `0`, `sort` */
  readonly steps: readonly (string | number)[];
  /** What takes it: a text or a count. */
  readonly sink: 'text' | 'count';
}

interface Source {
  readonly type: 'User' | 'Tag' | 'Order';
  readonly code: string;
  readonly leaves: readonly Leaf[];
}

const leaf = (sink: Leaf['sink'], ...steps: readonly (string | number)[]): Leaf => ({ sink, steps });
const ofUser = [
  leaf('text', 'name'),
  leaf('text', 'nick'),
  leaf('count', 'id'),
  leaf('text', 'state'),
  leaf('text', 'home', 'city'),
  leaf('text', 'home', 'zip'),
  leaf('text', 'pets', 0, 'sort'),
  leaf('count', 'pets', 0, 'age'),
];
const ofTag = [leaf('text', 'label'), leaf('text', 'color'), leaf('count', 'weight')];
const ofOrder = [
  leaf('count', 'total'),
  leaf('text', 'note'),
  leaf('text', 'status'),
  leaf('text', 'lines', 0, 'sku'),
  leaf('count', 'lines', 0, 'amount'),
  leaf('text', 'buyer', 'nick'),
];
const byId = '{ params: { path: { id: 1 } } }';
const sources: readonly Source[] = [
  { type: 'User', code: `(await client.GET('/users/{id}', ${byId})).data!`, leaves: ofUser },
  { type: 'User', code: "(await client.GET('/users')).data![0]!", leaves: ofUser },
  { type: 'User', code: `(await client.GET('/orders/{id}', ${byId})).data!.buyer`, leaves: ofUser },
  { type: 'Tag', code: "(await client.GET('/tags')).data![0]!", leaves: ofTag },
  { type: 'Order', code: `(await client.GET('/orders/{id}', ${byId})).data!`, leaves: ofOrder },
  { type: 'Order', code: "(await client.GET('/orders')).data!.items[0]!", leaves: ofOrder },
];

/** The parts of one piece, each with a number of its own. */
interface Piece {
  readonly type: string;
  readonly source: string;
  readonly sink: string;
  /** `.home.city` */
  readonly way: string;
  /** The first step. */
  readonly first: string;
  /** `{ home: { city: value } }` */
  readonly pattern: string;
  /** `{ home: { city: string } }` */
  readonly own: string;
  readonly n: number;
}

interface Written {
  /** Beside the function that runs. */
  readonly top?: string;
  readonly body: string;
  /** Other modules. */
  readonly files?: Readonly<Record<string, string>>;
}

const wayOf = (steps: Leaf['steps']) =>
  steps.map((step) => (typeof step === 'number' ? `[${step}]!` : `.${step}`)).join('');

function nest(steps: Leaf['steps'], inner: string, list: (item: string) => string): string {
  return steps.reduceRight<string>(
    (inside, step) => (typeof step === 'number' ? list(inside) : `{ ${step}: ${inside} }`),
    inner,
  );
}

/** Ways in which code reads a member of an answer. */
const reading: readonly ((piece: Piece) => Written)[] = [
  ({ source, sink, way }) => ({ body: `const one = ${source}; ${sink}(one${way});` }),
  ({ source, sink, pattern }) => ({ body: `const ${pattern} = ${source}; ${sink}(value);` }),
  ({ source, sink, way }) => ({ body: `const one = ${source}; const two = one; ${sink}(two${way});` }),
  ({ source, sink, way, type, n }) => ({
    top: `const show${n} = (one: ${type}) => ${sink}(one${way});`,
    body: `show${n}(${source});`,
  }),
  ({ source, sink, pattern, type, n }) => ({
    top: `const show${n} = (${pattern}: ${type}) => ${sink}(value);`,
    body: `show${n}(${source});`,
  }),
  ({ source, sink, way, type, first }) => ({
    body: `const part: Pick<${type}, '${first}'> = ${source}; ${sink}(part${way});`,
  }),
  ({ source, sink, way, n }) => ({
    top: `const same${n} = <T,>(one: T): T => one;`,
    body: `${sink}(same${n}(${source})${way});`,
  }),
  ({ source, sink, way, n }) => ({
    top: `const load${n} = async () => ${source};\nconst show${n} = async (one = load${n}()) => ${sink}((await one)${way});`,
    body: `await show${n}();`,
  }),
  ({ source, sink, way, type, n }) => ({
    top: `class Store${n} { one: ${type} | null = null; async load() { this.one = ${source}; return this.one; } show() { ${sink}(this.one!${way}); } }`,
    body: `const store = new Store${n}(); await store.load(); store.show();`,
  }),
  ({ source, first }) => ({
    body: `const one = ${source}; if (!('${first}' in one)) throw new Error('missing');`,
  }),
  ({ source, sink, way, own, n }) => ({
    top: `const show${n} = (one: ${own}) => ${sink}(one${way});`,
    body: `show${n}(${source});`,
  }),
  ({ source, sink, way, n }) => ({
    top: `const Badge${n} = ({ value }: { value: Parameters<typeof ${sink}>[0] }) => ${sink}(value);`,
    body: `const one = ${source}; <Badge${n} value={one${way}} />;`,
  }),
  ({ source, sink, way, own, n }) => ({
    top: `const Card${n} = (one: ${own}) => ${sink}(one${way});`,
    body: `const one = ${source}; <Card${n} {...one} />;`,
  }),
  ({ source, sink, way, type, n }) => ({
    top: `const Card${n} = ({ item }: { item: ${type} }) => ${sink}(item${way});`,
    body: `<Card${n} item={${source}} />;`,
  }),
  ({ source, sink, way, n }) => ({
    top: `import { fetched as fetched${n} } from './wrap-${n}.js';`,
    body: `const one = await fetched${n}(); ${sink}(one${way});`,
    files: {
      [`load-${n}.ts`]: `import { client } from './client.js';\nexport const load = async () => ${source};\n`,
      [`wrap-${n}.ts`]: `export { load as fetched } from './load-${n}.js';\n`,
    },
  }),
  ({ sink, n }) => ({
    top: `const base${n} = '/users';`,
    body: `const { data } = await client.GET(\`\${base${n}}/{id}\` as const, ${byId}); ${sink === 'text' ? 'text(data!.nick)' : 'count(data!.id)'};`,
  }),
  ({ source, sink, way, n }) => ({
    top: `const load${n} = async () => ${source};\ntype Loaded${n} = Awaited<ReturnType<typeof load${n}>>;\nconst show${n} = (one: Loaded${n}) => ${sink}(one${way});`,
    body: `show${n}(await load${n}());`,
  }),
  ({ source, sink, way, type }) => ({
    body: `const one: ${type} | undefined = ${source}; ${sink}(one?${way} ?? missing());`,
  }),
  ({ source, sink, way }) => ({ body: `${sink}([${source}].map((one) => one${way})[0]!);` }),
  ({ source, sink, way }) => ({
    body: `for (const one of [${source}].filter((each) => each !== null)) ${sink}(one${way});`,
  }),
  ({ source, sink, way }) => ({ body: `await Promise.resolve(${source}).then((one) => ${sink}(one${way}));` }),
  ({ source, sink, way }) => ({
    body: `const known = new Map([[1, ${source}] as const]); ${sink}(known.get(1)!${way});`,
  }),
  ({ source, sink, way, own }) => ({ body: `const one = (${source}) satisfies ${own}; ${sink}(one${way});` }),
  ({ source, sink, way }) => ({ body: `const copy = { ...${source} }; ${sink}(copy${way});` }),
  ({ source, sink, way }) => ({ body: `const state = { current: ${source} }; ${sink}(state.current${way});` }),
  ({ source, sink, way, type, n }) => ({
    top: `interface Props${n}<T> { readonly item: T }\nconst show${n} = <T extends ${type}>({ item }: Props${n}<T>) => ${sink}(item${way});`,
    body: `show${n}({ item: ${source} });`,
  }),
  ({ source, way, sink }) => ({ body: `legacy(${source}, (one) => ${sink}(one${way}));` }),
  ({ source, way, sink }) => ({ body: `const back = JSON.parse(JSON.stringify(${source})); ${sink}(back${way});` }),
];

/** Code that lists the values of a member, or does not. */
const listing: readonly string[] = [
  "const label = (state: User['state']) => { switch (state) { case 'open': return 1; case 'closed': return 2; } }; count(label(USER.state));",
  "const names: Record<User['state'], string> = { open: 'a', closed: 'b' }; text(names[USER.state]);",
  "const one = ORDER; const names = { new: 'a', paid: 'b', sent: 'c' }; text(names[one.status]);",
  "const one = USER; switch (one.state) { case 'open': break; default: text(one.name); }",
  "const one = ORDER; text(one.status === 'new' ? 'fresh' : one.note);",
];

/** Code that sends, or only calls. */
const sending: readonly string[] = [
  "count((await client.GET('/users', { params: { query: { q: 'a', limit: 1 } } })).data!.length);",
  "const q = 'a'; const limit = 1; const query = { q, limit }; count((await client.GET('/users', { params: { query } })).data!.length);",
  "const init = { params: { query: { page: 2 } } }; count((await client.GET('/orders', init)).data!.total);",
  "const body: NewUser = { name: 'Ada', nick: 'ada' }; got(await client.POST('/users', { body }));",
  "got(await client.POST('/users', { body: { name: 'Ada', tags: ['a'] } }));",
  "const tags = Math.random() < 2 ? { tags: ['a'] } : {}; got(await client.POST('/users', { body: { name: 'Ada', ...tags } }));",
  "const list = async ({ limit = 10 }: { limit?: number } = {}) => client.GET('/users', { params: { query: { limit } } }); count((await list()).data!.length);",
  "const query: { prefix?: string } = {}; query.prefix = 'a'; count((await client.GET('/tags', { params: { query } })).data!.length);",
  "const order = (note: string): NewOrder => ({ lines: [{ sku: 'a', amount: 1 }], note }); got(await client.POST('/orders', { body: order('now') }));",
  "got(await client.POST('/orders', { body: { lines: ['a'].map((sku) => ({ sku, amount: 1 })) } }));",
  "count((await client.GET('/tags')).data!.length);",
  "got(await client.GET('/orders'));",
];

const typeNames = ['NewOrder', 'NewUser', 'Order', 'Tag', 'User'];

const head = `import { client } from './client.js';

const h = (tag: (props: never) => unknown, props: object) => tag(props as never);
const text = (value: string) => { if (typeof value !== 'string') throw new Error('no text'); };
const count = (value: number) => { if (typeof value !== 'number') throw new Error('no count'); };
const missing = (): never => { throw new Error('missing'); };
const got = ({ response }: { readonly response: Response }) => { if (!response.ok) throw new Error('refused'); };
const legacy = (value: any, use: (value: any) => void) => use(value);
void [h, text, count, missing, got, legacy];
`;

/** The client of a consumer: it sends to what the code is run with. */
const client = `import { createClient } from '../../api/index.js';
declare const send: (request: Request) => Promise<Response>;
export const client = createClient({ baseUrl: 'http://shop.example', fetch: (request) => send(request) });
`;

/** How many ways there are to write a piece. */
export const styles = reading.length + listing.length + sending.length;

/** The modules of a consumer: `main.tsx` has a function \`run\`, which throws where an answer is not as the code takes it. */
export function writeConsumer(draws: readonly Draw[]): Readonly<Record<string, string>> {
  const written = draws.map(writePiece);
  const code = written.map(({ top = '', body }) => `${top}\n${body}`).join('\n');
  const types = typeNames.filter((name) => new RegExp(String.raw`\b${name}\b`).test(code));
  const main = [
    head,
    ...(types.length > 0 ? [`import type { ${types.join(', ')} } from '../../api/index.js';`] : []),
    ...written.map(({ top = '' }) => top),
    'export async function run(): Promise<void> {',
    ...written.map(({ body }) => `  { ${body} }`),
    '}',
  ];
  return Object.assign(
    { 'main.tsx': `${main.join('\n')}\n`, 'client.ts': client },
    ...written.map(({ files }) => files),
  );
}

function writePiece({ style, source: wanted, leaf: position }: Draw, n: number): Written {
  const plain = [...listing, ...sending][style - reading.length];
  if (plain !== undefined)
    return {
      body: plain
        .replaceAll('USER', `(${sources[wanted % 3]!.code})`)
        .replaceAll('ORDER', `(${sources[4 + (wanted % 2)]!.code})`),
    };
  const source = sources[wanted % sources.length]!;
  const { steps, sink } = source.leaves[position % source.leaves.length]!;
  const type = sink === 'text' ? 'string' : 'number';
  return reading[style]!({
    type: source.type,
    source: source.code,
    sink,
    way: wayOf(steps),
    first: String(steps[0]),
    pattern: nest(steps, 'value', (item) => `[${item}]`),
    own: nest(steps, type, (item) => `${item}[]`),
    n,
  });
}
