import fc, { type Arbitrary } from 'fast-check';
import { list, type Members, objectText, schema, type Shapes, type Type, typeText, valueOf } from './shapes.js';

/** What one version changes, as numbers that mean something for any service. */
interface Step {
  readonly kind: keyof typeof kinds;
  /** Which schema, member and type, counted from the first. */
  readonly schema: number;
  readonly member: number;
  readonly type: number;
}

/** The changes of one version. */
export interface Recipe {
  readonly steps: readonly Step[];
  /** Whether they are one change. */
  readonly together: boolean;
  /** Whether its module gives the schemas other names. */
  readonly aliased: boolean;
}

/** What is served where. */
export interface Routes {
  /** The path of an operation that moves. */
  readonly read: string;
  /** Routes that only newer versions have, by the version that they came with. */
  readonly added: Readonly<Record<string, string>>;
}

/** A service in one version. */
export interface State {
  readonly shapes: Shapes;
  readonly routes: Routes;
}

/** What a step makes of a service. */
interface Applied extends Partial<State> {
  /** A reshape or an operation as source, once the shapes of the whole version are known; null for a route alone. */
  readonly code: ((final: Shapes) => string) | null;
  readonly list?: 'operations';
}

/** A change as source. */
export interface WrittenChange {
  readonly title: string;
  readonly schemas: readonly string[];
  readonly operations: readonly string[];
}

export const roots = ['Book', 'Shelf', 'Tree', 'Draft'];

export const first: State = {
  shapes: {
    Tag: { label: { kind: 'text' }, color: { kind: 'choice', values: ['red', 'blue'] } },
    Author: { name: { kind: 'described' }, born: { kind: 'optional' } },
    Tree: { label: { kind: 'refined' }, children: list(schema('Tree')) },
    Book: {
      id: { kind: 'slug' },
      pages: { kind: 'int' },
      author: schema('Author'),
      tags: list(schema('Tag')),
      marks: { kind: 'filled' },
    },
    Draft: { title: { kind: 'trimmed' }, author: schema('Author') },
    Shelf: { name: { kind: 'text' }, books: list(schema('Book')) },
  },
  routes: { read: 'one', added: {} },
};

const newTypes: readonly Type[] = [
  { kind: 'text' },
  { kind: 'int' },
  { kind: 'flag' },
  { kind: 'choice', values: ['red', 'blue'] },
  { kind: 'slug' },
  { kind: 'refined' },
  { kind: 'nullable', of: { kind: 'text' } },
  list({ kind: 'int' }),
  { kind: 'group', members: { inner: { kind: 'text' } } },
];

/** What a step is made from. */
interface Given {
  readonly state: State;
  readonly version: string;
  /** Distinguishes names that come with the step. */
  readonly suffix: string;
  readonly id: string;
  readonly members: Members;
  readonly name: string;
  readonly type: Type;
  readonly newType: Type;
  readonly local: (id: string) => string;
}

const withMembers = ({ state, id }: Given, members: Members): Shapes => ({ ...state.shapes, [id]: members });
const replaced = (given: Given, type: Type) => withMembers(given, { ...given.members, [given.name]: type });
const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter(([one]) => one !== name));
const json = (value: unknown) => JSON.stringify(value);
const isTree = ({ type }: Given) => type.kind === 'list' && type.of.kind === 'schema' && type.of.name === 'Tree';

/** A member gets another type; `down` and `up` make one value of the other. */
function retyped(
  { id, name, local }: Given,
  before: string,
  { down, up }: { readonly down: string; readonly up: string },
) {
  const way = (value: string) => `({ ${name}, ...rest }) => ({ ...rest, ${name}: ${value} })`;
  const loses = `{ down: ['${name}'], up: ['${name}'] }`;
  return `reshape(${local(id)}, { before: ${before}, down: ${way(down)}, up: ${way(up)}, loses: ${loses} })`;
}

/** A step that applies to any member but the one that a schema contains itself in. */
const kinds = {
  add: (given: Given): Applied => {
    const { id, members, suffix, newType, local } = given;
    const name = `added${suffix}`;
    return {
      shapes: withMembers(given, { ...members, [name]: newType }),
      code: (final) => `added(${local(id)}, { ${name}: ${json(valueOf(newType, final))} })`,
    };
  },
  addSchema: (given: Given): Applied => {
    const { id, members, suffix, newType, local } = given;
    const [name, made] = [`part${suffix}`, `Part${suffix}`];
    const part = { text: newType };
    return {
      shapes: { ...withMembers(given, { ...members, [name]: schema(made) }), [made]: part },
      code: (final) => `added(${local(id)}, { ${name}: ${json(valueOf(schema(made), final))} })`,
    };
  },
  rename: (given: Given): Applied => {
    const { id, members, name, type, suffix, local } = given;
    const newer = `renamed${suffix}`;
    return {
      shapes: withMembers(given, { ...without(members, name), [newer]: type }),
      code: () => `renamed(${local(id)}, { ${newer}: '${name}' })`,
    };
  },
  remove: (given: Given): Applied => {
    const { id, members, name, type, local } = given;
    if (Object.keys(members).length === 1 || isTree(given)) return kinds.rename(given);
    return {
      shapes: withMembers(given, without(members, name)),
      code: (final) =>
        `removed(${local(id)}, { ${name}: ${typeText(type, local)} }, { down: () => ({ ${name}: ${json(valueOf(type, final))} }) })`,
    };
  },
  move: (given: Given): Applied => {
    const { id, members, name, type, suffix, local } = given;
    if (isTree(given)) return kinds.rename(given);
    const group = `group${suffix}`;
    return {
      shapes: withMembers(given, { ...without(members, name), [group]: { kind: 'group', members: { [name]: type } } }),
      code: () => `moved(${local(id)}, { '${group}.${name}': '${name}' })`,
    };
  },
  retype: (given: Given): Applied => {
    const { id, members, type, newType, local } = given;
    if (isTree(given)) return kinds.rename(given);
    return {
      shapes: replaced(given, newType),
      code: (final) =>
        retyped(given, objectText(id, members, local), {
          down: json(valueOf(type, final)),
          up: json(valueOf(newType, final)),
        }),
    };
  },
  wrap: (given: Given): Applied => {
    const { id, type, name, local } = given;
    if (isTree(given) || type.kind === 'optional') return kinds.rename(given);
    return {
      shapes: replaced(given, list(type)),
      code: (final) =>
        retyped(given, `${local(id)}.extend({ ${name}: ${typeText(type, local)} })`, {
          down: `${name}[0] ?? ${json(valueOf(type, final))}`,
          up: `[${name}]`,
        }),
    };
  },
  widen: (given: Given): Applied => {
    const { id, type, name, suffix, local } = given;
    if (type.kind !== 'choice') return kinds.nullable(given);
    const value = `c${suffix}`;
    return {
      shapes: replaced(given, { ...type, values: [...type.values, value] }),
      code: () =>
        retyped(given, `${local(id)}.omit({ ${name}: true }).extend({ ${name}: ${typeText(type, local)} })`, {
          down: `${name} === '${value}' ? 'red' : ${name}`,
          up: name,
        }),
    };
  },
  nullable: (given: Given): Applied => {
    const { id, type, name, local } = given;
    if (isTree(given) || ['nullable', 'optional', 'filled'].includes(type.kind)) return kinds.rename(given);
    return {
      shapes: replaced(given, { kind: 'nullable', of: type }),
      code: (final) =>
        retyped(given, `${local(id)}.extend({ ${name}: ${typeText(type, local)} })`, {
          down: `${name} ?? ${json(valueOf(type, final))}`,
          up: name,
        }),
    };
  },
  twice: (given: Given): Applied => {
    const { id, members, name, type, suffix, newType, local } = given;
    const [newer, added] = [`renamed${suffix}`, `added${suffix}`];
    return {
      shapes: withMembers(given, { ...without(members, name), [newer]: type, [added]: newType }),
      code: (final) =>
        `reshapes(${local(id)}, (one) => renamed(one, { ${newer}: '${name}' }), (one) => added(one, { ${added}: ${json(valueOf(newType, final))} }))`,
    };
  },
  replace: (given: Given): Applied => {
    const { id, type, name, suffix, state, newType, local } = given;
    if (type.kind !== 'schema') return kinds.addSchema(given);
    const made = `Part${suffix}`;
    const shapes = { ...replaced(given, schema(made)), [made]: { text: newType, other: schema('Tag') } };
    return {
      shapes: state.shapes['Tag'] ? shapes : { ...shapes, [made]: { text: newType } },
      code: (final) =>
        retyped(given, `${local(id)}.extend({ ${name}: ${typeText(type, local)} })`, {
          down: json(valueOf(type, final)),
          up: json(valueOf(schema(made), final)),
        }),
    };
  },
  path: ({ state: { routes }, version }: Given): Applied => ({
    routes: { ...routes, read: `one${version}` },
    code: () => `operation(() => BooksController, 'read', { before: { path: '${routes.read}' } })`,
    list: 'operations',
  }),
  route: ({ state: { routes }, version, id }: Given): Applied => ({
    routes: { ...routes, added: { ...routes.added, [version]: id } },
    code: null,
  }),
} satisfies Readonly<Record<string, (given: Given) => Applied>>;

const step: Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...(Object.keys(kinds) as Step['kind'][])),
  schema: fc.nat(30),
  member: fc.nat(30),
  type: fc.nat(30),
});

/** What each version changes; `changes` at most. */
export const histories = (versions: number, changes: number): Arbitrary<readonly Recipe[]> =>
  fc.array(
    fc.record({
      steps: fc.array(step, { minLength: Math.ceil(changes / 2), maxLength: changes, size: 'max' }),
      together: fc.boolean(),
      aliased: fc.boolean(),
    }),
    { minLength: versions, maxLength: versions },
  );

/** The service that a version leads to, and its changes as source: each schema and operation changes once at most. */
export function applyRecipe(state: State, { steps, together }: Recipe, version: string, local: (id: string) => string) {
  let current = state;
  const met = new Set<string>();
  const applied: (Applied & { readonly title: string })[] = [];
  for (const [index, one] of steps.entries()) {
    const free = Object.keys(state.shapes).filter((id) => !met.has(id));
    const id = free[one.schema % free.length];
    if (id === undefined) break;
    const members = current.shapes[id]!;
    const names = Object.keys(members);
    const name = names[one.member % names.length]!;
    const subject = one.kind === 'path' || one.kind === 'route' ? one.kind : id;
    if (met.has(subject)) continue;
    met.add(subject);
    const made = kinds[one.kind]({
      state: current,
      version,
      suffix: `${version.replaceAll('-', '_')}_${index}`,
      id,
      members,
      name,
      type: members[name]!,
      newType: newTypes[one.type % newTypes.length]!,
      local,
    });
    current = { shapes: made.shapes ?? current.shapes, routes: made.routes ?? current.routes };
    applied.push({ ...made, title: `${subject} in ${version}.${index}` });
  }
  const codes = applied.flatMap(({ title, code, list: kind = 'schemas' }) =>
    code ? [{ title, kind, code: code(current.shapes) }] : [],
  );
  const groups = together && codes.length > 0 ? [codes] : codes.map((one) => [one]);
  const changes = groups.map(
    (group): WrittenChange => ({
      title: group[0]!.title,
      schemas: group.flatMap(({ kind, code }) => (kind === 'schemas' ? [code] : [])),
      operations: group.flatMap(({ kind, code }) => (kind === 'operations' ? [code] : [])),
    }),
  );
  return { state: current, changes };
}
