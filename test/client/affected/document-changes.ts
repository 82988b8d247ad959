import type { Doc, Op, Schema } from './shop-document.js';

/** Changes a document in place; `pick` chooses among its targets. */
interface DocumentChange {
  readonly title: string;
  readonly apply: (document: Doc, pick: (count: number) => number) => string;
}

/** What answers are made of, with every object inside. */
function answered(document: Doc): readonly Schema[] {
  const inside = (schema: Schema): readonly Schema[] => [
    ...(schema.properties ? [schema] : []),
    ...[...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])].flatMap(inside),
  ];
  return ['User', 'Tag', 'Order'].flatMap((name) => inside(document.components.schemas[name]!));
}

type Pick = Parameters<DocumentChange['apply']>[1];
const one = <Item>(items: readonly Item[], pick: Pick): Item => items[pick(items.length)]!;

/** A member of an answer; of a type, where one is asked for. */
function member(document: Doc, pick: Pick, fits: (schema: Schema) => boolean = () => true) {
  const all = answered(document).flatMap((owner) =>
    Object.entries(owner.properties!).flatMap(([name, schema]) => (fits(schema) ? [{ owner, name, schema }] : [])),
  );
  return one(all, pick);
}

function remove({ properties, required = [] }: Schema, name: string): void {
  delete properties![name];
  if (required.includes(name)) required.splice(required.indexOf(name), 1);
}

function operations(document: Doc, fits: (op: Op) => boolean) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, op]) => (fits(op) ? [{ path, method, op, item }] : [])),
  );
}

function parameter(document: Doc, pick: Pick) {
  const all = operations(document, () => true).flatMap(({ path, method, op }) =>
    (op.parameters ?? []).filter((found) => found.in === 'query').map((found) => ({ path, method, op, found })),
  );
  return one(all, pick);
}

const isText = (schema: Schema) => schema.type === 'string' && !schema.enum;
const isLeaf = (schema: Schema) => typeof schema.type === 'string' && !schema.properties && !schema.items;

/** What happens to APIs: to answers, to requests, to operations, and what harms nobody. */
export const documentChanges: readonly DocumentChange[] = [
  {
    title: 'removes a member of an answer',
    apply: (document, pick) => {
      const { owner, name } = member(document, pick);
      remove(owner, name);
      return name;
    },
  },
  {
    title: 'renames a member of an answer',
    apply: (document, pick) => {
      const { owner, name, schema } = member(document, pick);
      remove(owner, name);
      owner.properties![`${name}New`] = schema;
      owner.required!.push(`${name}New`);
      return name;
    },
  },
  {
    title: 'leaves out a member of an answer at times',
    apply: (document, pick) => {
      const { owner, name } = member(document, pick);
      owner.required!.splice(owner.required!.indexOf(name), 1);
      return name;
    },
  },
  {
    title: 'answers null at times',
    apply: (document, pick) => {
      const { name, schema } = member(document, pick, isText);
      schema.type = ['string', 'null'];
      return name;
    },
  },
  {
    title: 'answers another type',
    apply: (document, pick) => {
      const { name, schema } = member(document, pick, (found) => isLeaf(found) && !found.enum);
      schema.type = schema.type === 'string' ? 'integer' : 'string';
      return name;
    },
  },
  {
    title: 'answers a new value',
    apply: (document, pick) => {
      const { name, schema } = member(document, pick, (found) => found.enum !== undefined);
      schema.enum!.push('lost');
      return name;
    },
  },
  {
    title: 'answers an object in place of a list',
    apply: (document, pick) => {
      const all = operations(
        document,
        ({ responses }) => responses['200']?.content?.['application/json'].schema.items !== undefined,
      );
      const { op, path } = one(all, pick);
      const media = op.responses['200']!.content!['application/json'];
      media.schema = { type: 'object', required: ['items'], properties: { items: media.schema } };
      return path;
    },
  },
  {
    title: 'removes a parameter',
    apply: (document, pick) => {
      const { op, found } = parameter(document, pick);
      op.parameters!.splice(op.parameters!.indexOf(found), 1);
      return found.name;
    },
  },
  {
    title: 'renames a parameter',
    apply: (document, pick) => {
      const { found } = parameter(document, pick);
      found.name += 'New';
      return found.name;
    },
  },
  {
    title: 'asks for a parameter that was optional',
    apply: (document, pick) => {
      const { found } = parameter(document, pick);
      found.required = true;
      return found.name;
    },
  },
  {
    title: 'asks for a new parameter',
    apply: (document, pick) => {
      const { op, path } = one(
        operations(document, ({ parameters }) => parameters !== undefined),
        pick,
      );
      op.parameters!.push({ name: 'tenant', in: 'query', required: true, schema: { type: 'string' } });
      return path;
    },
  },
  {
    title: 'asks for a new member of a body',
    apply: ({ components: { schemas } }, pick) => {
      const name = one(['NewUser', 'NewOrder'], pick);
      schemas[name]!.properties!['tenant'] = { type: 'string' };
      schemas[name]!.required!.push('tenant');
      return name;
    },
  },
  {
    title: 'asks for a member of a body that was optional',
    apply: ({ components: { schemas } }, pick) => {
      const [name, asked] = one(
        [
          ['NewUser', 'nick'],
          ['NewUser', 'tags'],
          ['NewOrder', 'note'],
        ] as const,
        pick,
      );
      schemas[name]!.required!.push(asked);
      return asked;
    },
  },
  {
    title: 'refuses a member of a body',
    apply: ({ components: { schemas } }, pick) => {
      const [name, gone] = one(
        [
          ['NewUser', 'nick'],
          ['NewUser', 'tags'],
          ['NewOrder', 'note'],
        ] as const,
        pick,
      );
      remove(schemas[name]!, gone);
      return gone;
    },
  },
  {
    title: 'takes another type of a member of a body',
    apply: ({ components: { schemas } }, pick) => {
      const [name, other] = one(
        [
          ['NewUser', 'nick'],
          ['NewOrder', 'note'],
        ] as const,
        pick,
      );
      schemas[name]!.properties![other]!.type = 'integer';
      return other;
    },
  },
  {
    title: 'removes an operation',
    apply: (document, pick) => {
      const { item, method, path } = one(
        operations(document, () => true),
        pick,
      );
      delete item[method];
      return path;
    },
  },
  {
    title: 'gives an operation another path',
    apply: (document, pick) => {
      const path = one(Object.keys(document.paths), pick);
      document.paths[path.replace('/', '/all-')] = document.paths[path]!;
      delete document.paths[path];
      return path;
    },
  },
  {
    title: 'answers more',
    apply: (document, pick) => {
      const owner = one(answered(document), pick);
      owner.properties!['more'] = { type: 'string' };
      return 'more';
    },
  },
  {
    title: 'takes more',
    apply: (document, pick) => {
      const { op, path } = parameter(document, pick);
      op.parameters!.push({ name: 'more', in: 'query', schema: { type: 'string' } });
      document.components.schemas['NewUser']!.properties!['more'] = { type: 'string' };
      return path;
    },
  },
  {
    title: 'has another operation, and other words',
    apply: (document, pick) => {
      const { op, path } = one(
        operations(document, () => true),
        pick,
      );
      op.description = 'In other words.';
      document.paths['/more'] = { get: { responses: { '204': { description: 'Done.' } } } };
      return path;
    },
  },
];
