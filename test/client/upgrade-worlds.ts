import fc from 'fast-check';

/** What a hop does to a member, or to the whole. */
type Step =
  | { readonly kind: 'renamed' | 'byHand'; readonly from: string; readonly to: string }
  | { readonly kind: 'moved'; readonly names: readonly string[]; readonly group: string }
  | { readonly kind: 'times'; readonly name: string }
  | { readonly kind: 'removed'; readonly name: string }
  | { readonly kind: 'parameter'; readonly from: string; readonly to: string }
  | { readonly kind: 'address'; readonly from: string; readonly to: string };

/** An API with three versions as a configuration, and the code of a consumer of the first. */
export interface UpgradeWorld {
  readonly config: string;
  /** Below `src`; each line that begins with `use(` is one use of the API. */
  readonly consumer: Readonly<Record<string, string>>;
}

const texts = ['alpha', 'beta', 'gamma', 'delta'];
const numbers = ['count', 'weight'];

type Tree = Readonly<Record<string, 'string' | 'number' | Readonly<Record<string, 'string' | 'number'>>>>;
const firstTree: Tree = Object.fromEntries([
  ...texts.map((name) => [name, 'string'] as const),
  ...numbers.map((name) => [name, 'number'] as const),
]);

/** The steps of a hop: each member at most once. */
const hop = (position: number): fc.Arbitrary<readonly ((names: readonly string[]) => Step | null)[]> =>
  fc
    .uniqueArray(
      fc.tuple(fc.constantFrom('renamed', 'byHand', 'moved', 'times', 'removed', 'parameter', 'address'), fc.nat(20)),
      {
        minLength: 2,
        maxLength: 4,
        selector: ([kind]) => kind,
      },
    )
    .map((drawn) =>
      drawn.map(([kind, at]) => (names: readonly string[]): Step | null => {
        const own = names.filter((name) => texts.some((text) => name.startsWith(text)));
        const name = own[at % Math.max(1, own.length)];
        if (kind === 'parameter') return { kind, from: '', to: `search${position}` };
        if (kind === 'address') return { kind, from: '', to: `things${position}/:id` };
        if (kind === 'times') {
          const number = names.filter((one) => numbers.includes(one))[0];
          return number === undefined ? null : { kind, name: number };
        }
        if (name === undefined) return null;
        if (kind === 'moved') return { kind, names: own.slice(0, 1 + (at % 2)), group: `group${position}` };
        if (kind === 'removed') return own.length > 2 ? { kind, name } : null;
        return {
          kind: kind as 'renamed' | 'byHand',
          from: name,
          to: `${name}${position}${kind === 'byHand' ? 'h' : 'r'}`,
        };
      }),
    );

export const upgradeWorld: fc.Arbitrary<UpgradeWorld> = fc
  .tuple(hop(2), hop(3), fc.shuffledSubarray([...uses()], { minLength: 12 }))
  .map(([second, third, chosen]) => ({ config: writeConfig(second, third), consumer: writeConsumer(chosen) }));

function without(tree: Tree, names: readonly string[]): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !names.includes(name)));
}

function apply(tree: Tree, step: Step): Tree {
  if (step.kind === 'renamed' || step.kind === 'byHand')
    return { ...without(tree, [step.from]), [step.to]: tree[step.from]! };
  if (step.kind === 'removed') return without(tree, [step.name]);
  if (step.kind === 'moved')
    return {
      ...without(tree, step.names),
      [step.group]: Object.fromEntries(step.names.map((name) => [name, tree[name] as 'string'])),
    };
  return tree;
}

const shape = (tree: Tree): string =>
  `{ ${Object.entries(tree)
    .map(([name, type]) => `${name}: ${typeof type === 'string' ? `z.${type}()` : `z.object(${shape(type)})`}`)
    .join(', ')} }`;

/** The change of a step, from the constant of the newer shape to `.before`. */
function writeStep(step: Step, constant: string, older: Tree): string {
  if (step.kind === 'renamed') return `renamed(${constant}, { ${step.to}: '${step.from}' })`;
  if (step.kind === 'moved')
    return `moved(${constant}, { ${step.names.map((name) => `'${step.group}.${name}': '${name}'`).join(', ')} })`;
  if (step.kind === 'removed')
    return `removed(${constant}, { ${step.name}: z.string() }, { down: () => ({ ${step.name}: 'gone' }) })`;
  const before = `z.object(${shape(older)})`;
  if (step.kind === 'byHand')
    return `reshape(${constant}, { before: ${before}, down: ({ ${step.to}, ...rest }: any) => ({ ...rest, ${step.from}: ${step.to} }), up: ({ ${step.from}, ...rest }: any) => ({ ...rest, ${step.to}: ${step.from} }) } as never)`;
  const { name } = step as { readonly name: string };
  return `reshape(${constant}, { before: ${before}, down: (value: any) => ({ ...value, ${name}: value.${name} / 100 }), up: (value: any) => ({ ...value, ${name}: value.${name} * 100 }) } as never)`;
}

type Hop = readonly ((names: readonly string[]) => Step | null)[];

function writeConfig(...hops: readonly [Hop, Hop]): string {
  let tree = firstTree;
  const planned: { readonly step: Step; readonly older: Tree; readonly hop: number }[] = [];
  let [parameter, address] = ['q', 'things/:id'];
  const parameters: { readonly hop: number; readonly from: string; readonly to: string }[] = [];
  const addresses: { readonly hop: number; readonly from: string }[] = [];
  hops.forEach((steps, index) => {
    for (const make of steps) {
      const step = make(Object.keys(tree));
      if (step === null) continue;
      if (step.kind === 'parameter') {
        parameters.push({ hop: index, from: parameter, to: step.to });
        parameter = step.to;
      } else if (step.kind === 'address') {
        addresses.push({ hop: index, from: address });
        address = step.to;
      } else {
        planned.push({ step, older: tree, hop: index });
        tree = apply(tree, step);
      }
    }
  });
  const value =
    (round: number) =>
    (name: string, type: Tree[string]): string =>
      type === 'string'
        ? `'${name.slice(0, 4)} ${round}'`
        : type === 'number'
          ? String(round * 200)
          : literal(type, round);
  const literal = (one: Tree, round: number): string =>
    `{ ${Object.entries(one)
      .map(([name, type]) => `${name}: ${value(round)(name, type)}`)
      .join(', ')} }`;
  const lines = (['Thing', 'NewThing'] as const).flatMap((schema) => {
    let constant: string = schema;
    return planned.toReversed().map(({ step, older }, index) => {
      const name = `${schema === 'Thing' ? 't' : 'n'}${planned.length - 1 - index}`;
      const line = `const ${name} = ${writeStep(step, constant, schema === 'Thing' ? ({ id: 'number', ...older } as Tree) : older)};`;
      constant = `${name}.before`;
      return line;
    });
  });
  const queries = parameters
    .toReversed()
    .map(
      ({ from, to }, index) =>
        `const q${parameters.length - 1 - index} = renamed(${index === 0 ? 'Query' : `q${parameters.length - index}.before`}, { ${to}: '${from}' });`,
    );
  const changesOf = (position: number) => [
    ...planned
      .flatMap(({ step, hop: own }, index) =>
        own === position ? [`change({ title: 'Change ${index}: ${step.kind}', schemas: [t${index}, n${index}] })`] : [],
      )
      .toReversed(),
    ...parameters.flatMap(({ hop: own }, index) =>
      own === position ? [`change({ title: 'Parameter ${index}', schemas: [q${index}] })`] : [],
    ),
    ...addresses.flatMap(({ hop: own, from }, index) =>
      own === position
        ? [
            `change({ title: 'Address ${index}', operations: [operation(() => Things, 'one', { before: { path: '${from}' } })] })`,
          ]
        : [],
    ),
  ];
  return `
import { change, Controller, defineService, defineVersions, Get, Module, moved, operation, Post, removed, renamed, reshape } from 'svckit';
import { z } from 'zod';
const Thing = z.object({ id: z.number(), ...${shape(tree).replace(/z\.object/g, 'z.object')} }).meta({ id: 'Thing' });
const NewThing = z.object(${shape(tree)}).meta({ id: 'NewThing' });
const Query = z.object({ ${parameter}: z.string().optional() });
const things: any[] = [1, 2].map((id) => ({ id, ...(id === 1 ? ${literal(tree, 1)} : ${literal(tree, 2)}) }));
@Controller('')
class Things {
  @Get('things', { query: Query, response: { 200: z.array(Thing) } })
  list({ query }: any) { return query.${parameter} === undefined ? things : things.filter((one) => JSON.stringify(one).includes(query.${parameter})); }
  @Get('${address}', { params: z.object({ id: z.coerce.number() }), response: { 200: Thing } })
  one({ params }: any) { return things[params.id - 1]; }
  @Post('things', { body: NewThing, response: { 201: Thing } })
  add({ body }: any) { return { id: 3, ...body }; }
}
@Module({ controllers: [Things] })
class App {}
${lines.join('\n')}
${queries.join('\n')}
export default defineService({
  root: App,
  info: { title: 'Things', version: '3.0.0' },
  versioning: {
    type: 'header', header: 'X-API-Version', defaultVersion: '1',
    versions: defineVersions(['1', { version: '2', changes: [${changesOf(0).join(', ')}] }, { version: '3', changes: [${changesOf(1).join(', ')}] }]),
  },
});
`;
}

/** One use of the API in one line, as people write it. */
function uses(): readonly string[] {
  const ofMember = (m: string, index: number) => [
    `thing.${m}`,
    `(() => { const { ${m} } = thing; return ${m}; })()`,
    `(() => { const { ${m}: own = 'none', ...rest } = thing; return [own, rest.id]; })()`,
    `thing['${m}']`,
    `list.map((one) => one.${m})`,
    `list.map(({ ${m} }) => ${m})`,
    `((one: Pick<Thing, '${m}'>) => one.${m})(thing)`,
    `((value: Thing['${m}']) => value)(thing.${m})`,
    `'${m}' in thing`,
    `maybe?.${m}`,
    `(() => { const copy: Thing = { ...thing, ${m}: ${texts.includes(m) ? "'copied'" : '4'} }; return copy.${m}; })()`,
    `new (class { constructor(readonly held: Thing) {} get value() { return this.held.${m}; } })(thing).value`,
    `(<K extends keyof Thing>(key: K) => thing[key])('${m}')`,
    `(() => { const found = []; for (const { ${m} } of list) found.push(${m}); return found; })()`,
    `(() => { let own${index}; ({ ${m}: own${index} } = thing); return own${index}; })()`,
    `list.reduce((all, one) => \`\${all}\${one.${m}}\`, '')`,
    `((one: Thing, value = one.${m}) => value)(thing)`,
    `Object.fromEntries(list.map((one) => [one.id, one.${m}] as const))`,
  ];
  const whole = (m: string) => texts.includes(m);
  const body = (own: (m: string) => string) => `{ ${[...texts, ...numbers].map(own).join(', ')} }`;
  const literal = (m: string) => `${m}: ${whole(m) ? `'new ${m}'` : '300'}`;
  return [
    ...[...texts, ...numbers].flatMap(ofMember),
    `(await api.POST('/things', { body: ${body(literal)} })).data`,
    `await (async () => { const body: NewThing = ${body(literal)}; body.alpha = \`\${body.alpha}!\`; return (await api.POST('/things', { body })).data?.alpha; })()`,
    `await (async () => { const query: { q?: string } = { q: ' 2' }; return (await api.GET('/things', { params: { query } })).data?.length; })()`,
    `(await api.GET('/things', { params: { query: { q: ' 1' } } })).data?.length`,
    `await (async () => { const q = ' 2'; return (await api.GET('/things', { params: { query: { q } } })).data?.length; })()`,
    `(await api.GET('/things/{id}', { params: { path: { id: 2 } } })).data?.id`,
    `await (async () => { const path = '/things/{id}'; return (await api.GET(path, { params: { path: { id: 1 } } })).data?.id; })()`,
  ];
}

const writeConsumer = (chosen: readonly string[]) => ({
  'main.ts': `import { createClient, type NewThing, type Thing } from './api/v1.js';

declare const process: { readonly argv: readonly string[] };
const api = createClient({ baseUrl: process.argv[2] ?? '', onDeprecation: () => undefined });
const list: readonly Thing[] = (await api.GET('/things')).data ?? [];
const [thing, maybe] = [list[0]!, list[1]];
export type Both = NewThing | Thing;
const use = async (index: number, read: () => unknown) => {
  let text: string;
  try {
    text = JSON.stringify(await read()) ?? 'undefined';
  } catch {
    text = 'failed';
  }
  console.log(\`\${index} \${text}\`);
};
${chosen.map((one, index) => `await use(${index}, async () => ${one});`).join('\n')}
`,
});
