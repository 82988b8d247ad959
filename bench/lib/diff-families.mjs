/** Pairs of documents just below a size, of every shape that schemas can be put together in, with one change in the middle. */

const changes = {
  'a member becomes required': { required: true },
  narrower: { maxLength: 50 },
  wider: { maxLength: 200 },
  'another type': { type: 'integer' },
};

/** What a member may be changed to. */
export const changeNames = Object.keys(changes);

const reference = (name) => ({ $ref: `#/components/schemas/${name}` });
const at = (index) => reference(`S${index}`);
const text = { type: 'string', maxLength: 100 };

/** The object of a position: one member, which a change is about. */
function own(index, change, name = `p${index}`) {
  const { required, ...other } = change;
  const member = { ...text, ...other };
  if (member.type === 'integer') delete member.maxLength;
  return { type: 'object', properties: { [name]: member }, ...(required && { required: [name] }) };
}

const withMembers = (object, members) => ({ ...object, properties: { ...object.properties, ...members } });
const tagged = (tag, object) => ({
  ...object,
  required: ['tag', ...(object.required ?? [])],
  properties: { tag: { const: tag }, ...object.properties },
});

/** How a schema leads to the next ones: `me` is the object of its position, `next` refers to another by its distance. */
const links = {
  property: (me, next) => withMembers(me, { next: next(1) }),
  'required property': (me, next) => ({
    ...withMembers(me, { next: next(1) }),
    required: ['next', ...(me.required ?? [])],
  }),
  'two properties': (me, next) => withMembers(me, { one: next(1), two: next(2) }),
  items: (me, next) => withMembers(me, { list: { type: 'array', items: next(1) } }),
  prefixItems: (me, next) => withMembers(me, { list: { type: 'array', prefixItems: [next(1), next(2)] } }),
  contains: (me, next) => withMembers(me, { list: { type: 'array', contains: next(1) } }),
  additionalProperties: (me, next) => ({ ...me, additionalProperties: next(1) }),
  patternProperties: (me, next) => ({ ...me, patternProperties: { '^x-': next(1) } }),
  propertyNames: (me, next) => withMembers({ ...me, propertyNames: { maxLength: 30 } }, { next: next(1) }),
  dependentSchemas: (me, next, index) => ({ ...me, dependentSchemas: { [`p${index}`]: next(1) } }),
  'reference and siblings': (me, next) => ({ ...next(1), ...me }),
  allOf: (me, next) => ({ allOf: [next(1), me] }),
  'allOf of one member': (me, next, index, own) => ({ allOf: [next(1), own('p')] }),
  'allOf of two': (me, next) => ({ allOf: [next(1), next(2), me] }),
  'allOf inside': (me, next) => withMembers(me, { next: { allOf: [next(1), { description: 'The next.' }] } }),
  'read-only parts': (me, next) => ({ allOf: [next(1), me, { properties: { id: { readOnly: true } } }] }),
  'read-only members': (me, next) => withMembers(me, { next: { readOnly: true, allOf: [next(1)] } }),
  anyOf: (me, next) => ({ anyOf: [next(1), me] }),
  'anyOf inside': (me, next) => withMembers(me, { next: { anyOf: [next(1), { type: 'null' }] } }),
  oneOf: (me, next) => ({ oneOf: [next(1), me] }),
  'oneOf inside': (me, next) => withMembers(me, { next: { oneOf: [next(1), { type: 'integer' }] } }),
  'choices of neighbours': (me, next) => withMembers(me, { next: { oneOf: [next(1), next(2), { type: 'null' }] } }),
  'choices of neighbours that hold both': (me, next) => withMembers(me, { next: { anyOf: [next(1), next(2)] } }),
  'tagged unions': (me, next, index) => ({
    oneOf: [
      tagged(`a${index}`, withMembers(me, { next: next(1) })),
      tagged(`b${index}`, { properties: { other: next(2) } }),
    ],
  }),
  'tagged unions with a discriminator': (me, next, index) => ({
    discriminator: { propertyName: 'tag' },
    oneOf: [tagged(`a${index}`, withMembers(me, { next: next(1) })), tagged(`b${index}`, {})],
  }),
  not: (me, next) => ({ ...me, not: withMembers({ required: ['no'] }, { no: next(1) }) }),
  'if and then': (me, next, index) => ({
    ...me,
    if: { required: [`p${index}`] },
    then: { properties: { next: next(1) } },
  }),
  'closed objects': (me, next) => ({ ...withMembers(me, { next: next(1) }), additionalProperties: false }),
  'objects with nothing unevaluated': (me, next) => ({
    ...withMembers(me, { next: next(1) }),
    unevaluatedProperties: false,
  }),
  'allOf with nothing unevaluated': (me, next) =>
    withMembers({ allOf: [me], unevaluatedProperties: false }, { next: next(1) }),
  enums: (me, next, index) => withMembers(me, { kind: { enum: [`a${index}`, `b${index}`] }, next: next(1) }),
  patterns: (me, next, index) =>
    withMembers(me, { code: { type: 'string', pattern: `^[a-z]{${index % 9}}x` }, next: next(1) }),
};

/** What one schema may hold many of. */
const lists = {
  properties: (all) => ({
    type: 'object',
    properties: Object.assign({}, ...all.map((one) => one.properties)),
    required: requiredOf(all),
  }),
  'required properties': (all) => ({
    type: 'object',
    properties: Object.assign({}, ...all.map((one) => one.properties)),
    required: all
      .slice(0, -1)
      .flatMap((one, index) => (index === all.length >> 1 ? requiredOf([one]) : Object.keys(one.properties))),
  }),
  'closed properties': (all) => ({ ...lists.properties(all), additionalProperties: false }),
  allOf: (all) => ({ allOf: all }),
  'allOf about one member': (all, own) => ({ allOf: all.map((_, index) => own(index, 'p')) }),
  'allOf with nothing unevaluated': (all) => ({ allOf: all, unevaluatedProperties: false }),
  anyOf: (all) => ({ anyOf: all }),
  oneOf: (all) => ({ oneOf: all }),
  'oneOf with tags': (all) => ({ oneOf: all.map((one, index) => tagged(`t${index}`, one)) }),
  'anyOf with tags': (all) => ({ anyOf: all.map((one, index) => tagged(`t${index}`, one)) }),
  'oneOf of closed objects with optional tags': (all) => ({
    oneOf: all.map((one, index) => ({
      ...withMembers(one, { tag: { const: `t${index}` } }),
      additionalProperties: false,
    })),
  }),
  'oneOf with a discriminator': (all) => ({ discriminator: { propertyName: 'tag' }, ...lists['oneOf with tags'](all) }),
  prefixItems: (all) => ({ type: 'array', prefixItems: all }),
  dependentSchemas: (all) => ({
    type: 'object',
    dependentSchemas: Object.fromEntries(all.map((one, index) => [`d${index}`, one])),
  }),
  dependentRequired: (all) => ({
    ...lists.properties(all),
    dependentRequired: Object.fromEntries(all.map((_, index) => [`p${index}`, [`p${(index + 1) % all.length}`]])),
  }),
  patternProperties: (all) => ({
    type: 'object',
    patternProperties: Object.fromEntries(all.map((one, index) => [`^x${index}-`, one])),
  }),
  'allOf of patterns': (all) => ({
    allOf: [...all.map((_, index) => ({ pattern: `a${index}b` })), all[all.length >> 1]],
  }),
  'enum and a member': (all) =>
    withMembers(all[all.length >> 1], { kind: { enum: all.map((_, index) => `value-${index}`) } }),
  'anyOf of constants': (all) =>
    withMembers(all[all.length >> 1], { kind: { anyOf: all.map((_, index) => ({ const: `value-${index}` })) } }),
  'allOf of anyOf': (all) => ({ allOf: all.map((one, index) => ({ anyOf: [one, { required: [`q${index}`] }] })) }),
  'allOf of not': (all) => ({
    allOf: [...all.map((_, index) => ({ not: { required: [`q${index}`] } })), all[all.length >> 1]],
  }),
  'if and then': (all) => ({ allOf: all.map((one, index) => ({ if: { required: [`q${index}`] }, then: one })) }),
};

const requiredOf = (all) => all.flatMap((one) => one.required ?? []);

function documentOf(version, schemas, root, more = {}) {
  const json = (schema) => ({ content: { 'application/json': { schema } } });
  const operation = { requestBody: json(root), responses: { 200: { description: 'Done.', ...json(root) } } };
  return {
    openapi: version,
    info: { title: 'Large', version: '1.0.0' },
    paths: { '/all': { post: operation }, ...more },
    components: { schemas },
  };
}

/** Schemas that lead to each other, as a chain or a ring. */
const linked = (link, isRing) => (version, count, change) => {
  const schemas = Array.from({ length: count }, (_, index) => {
    const mine = index === count >> 1 ? change : {};
    const next = (steps) => (isRing || index + steps < count ? at((index + steps) % count) : { type: 'object' });
    return [`S${index}`, link(own(index, mine), next, index, (name) => own(index, mine, name))];
  });
  return documentOf(version, Object.fromEntries(schemas), at(0));
};

/** One schema of many, written in place or as components. */
const wide = (list, areNamed) => (version, count, change) => {
  const ownAt = (index, name) => own(index, index === count >> 1 ? change : {}, name);
  const all = Array.from({ length: count }, (_, index) => ownAt(index));
  if (!areNamed) return documentOf(version, {}, list(all, ownAt));
  const schemas = Object.fromEntries(all.map((one, index) => [`S${index}`, one]));
  const holder = list(
    all.map((_, index) => at(index)),
    ownAt,
  );
  return documentOf(version, { ...schemas, Holder: holder }, reference('Holder'));
};

/** The most schemas inside each other: files are read up to 1,000 levels deep. */
const deepest = 150;

/** Schemas inside each other, written in place, in as many components as that takes. */
const deep = (link) => (version, count, change) => {
  const chainFrom = (first) => {
    let inner = { type: 'object' };
    for (let index = Math.min(first + deepest, count) - 1; index >= first; index -= 1) {
      const mine = index === count >> 1 ? change : {};
      const held = inner;
      inner = link(
        own(index, mine),
        (steps) => (steps === 1 ? held : { type: 'object' }),
        index,
        (name) => own(index, mine, name),
      );
    }
    return inner;
  };
  const chains = Array.from({ length: Math.ceil(count / deepest) }, (_, index) => [
    `S${index}`,
    chainFrom(index * deepest),
  ]);
  const properties = Object.fromEntries(chains.map(([name], index) => [name, at(index)]));
  return documentOf(version, Object.fromEntries(chains), { type: 'object', properties });
};

/** Many parameters, operations, answers or headers. */
const operations = {
  parameters: (count, ownAt) => ({
    parameters: Array.from({ length: count }, (_, index) => parameter(index, ownAt(index))),
  }),
  'object parameters': (count, ownAt) => ({
    parameters: Array.from({ length: count }, (_, index) => ({
      name: `q${index}`,
      in: 'query',
      style: 'deepObject',
      schema: ownAt(index),
    })),
  }),
  headers: (count, ownAt) => ({
    responses: {
      200: {
        description: 'Done.',
        headers: Object.fromEntries(
          Array.from({ length: count }, (_, index) => [
            `X-H${index}`,
            { schema: Object.values(ownAt(index).properties)[0] },
          ]),
        ),
      },
    },
  }),
  'media types': (count, ownAt) => ({
    requestBody: {
      content: Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`application/x-${index}+json`, { schema: ownAt(index) }]),
      ),
    },
  }),
};

function parameter(index, { properties, required }) {
  return { name: `q${index}`, in: 'query', ...(required && { required: true }), schema: Object.values(properties)[0] };
}

const inOperation = (build) => (version, count, change) => {
  const more = {
    responses: { 200: { description: 'Done.' } },
    ...build(count, (index) => own(index, index === count >> 1 ? change : {})),
  };
  return documentOf(version, {}, { type: 'object' }, { '/many': { get: more } });
};

/** Many operations that use one component each, or all the same. */
const manyOperations = (isShared) => (version, count, change) => {
  const schemas = Object.fromEntries(
    Array.from({ length: isShared ? 1 : count }, (_, index) => [
      `S${index}`,
      own(index, isShared || index === count >> 1 ? change : {}),
    ]),
  );
  const paths = Array.from({ length: count }, (_, index) => {
    const json = { content: { 'application/json': { schema: at(isShared ? 0 : index) } } };
    return [`/path${index}`, { post: { requestBody: json, responses: { 200: { description: 'Done.', ...json } } } }];
  });
  return documentOf(version, schemas, { type: 'object' }, Object.fromEntries(paths));
};

/** Every schema leads to a number of others. */
const connected = (degree) => (version, count, change) =>
  linked(
    (me, next) =>
      withMembers(
        me,
        Object.fromEntries(Array.from({ length: degree }, (_, index) => [`n${index}`, next(1 + index * 7)])),
      ),
    true,
  )(version, count, change);

// A reference that leads back to itself is refused.
const { 'reference and siblings': _, ...rings } = links;

const entries = (table, title, make) => Object.entries(table).map(([name, one]) => [title(name), make(one)]);

/** The families by name: from a version of OpenAPI, a count and a change to a document. */
export const families = Object.fromEntries([
  ...entries(
    links,
    (name) => `chain: ${name}`,
    (link) => linked(link, false),
  ),
  ...entries(
    rings,
    (name) => `ring: ${name}`,
    (link) => linked(link, true),
  ),
  ...entries(
    lists,
    (name) => `wide: ${name}`,
    (list) => wide(list, false),
  ),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'if and then'].map((name) => [
    `wide: ${name} of components`,
    wide(lists[name], true),
  ]),
  ...['property', 'items', 'allOf', 'anyOf', 'oneOf inside', 'not'].map((name) => [`deep: ${name}`, deep(links[name])]),
  ...entries(operations, (name) => `many: ${name}`, inOperation),
  ['many: operations', manyOperations(false)],
  ['many: operations with one schema', manyOperations(true)],
  ['connected: each to 8', connected(8)],
  ['connected: each to 64', connected(64)],
]);

/** Families that documents of OpenAPI 3.0 can have, in its words. */
export const familiesOf30 = [
  'chain: property',
  'chain: allOf',
  'chain: read-only parts',
  'chain: anyOf',
  'chain: oneOf',
  'ring: allOf',
  'ring: tagged unions',
  'wide: properties',
  'wide: allOf',
  'wide: oneOf with a discriminator',
];

/** Both documents of a pair just below a number of characters. */
export function pairOf(name, change, size, version = '3.1.0') {
  const make = (count, how) => asVersion(version, families[name](version, count, how));
  const lengthOf = (count) => JSON.stringify(make(count, {})).length;
  let [low, high] = [4, Math.ceil((size / (lengthOf(64) - lengthOf(32))) * 32 * 2)];
  while (high - low > Math.max(1, low >> 7)) {
    const middle = (low + high) >> 1;
    if (lengthOf(middle) < size) low = middle;
    else high = middle;
  }
  return { count: low, base: make(low, {}), revision: make(low, changes[change]) };
}

/** OpenAPI 3.0 writes constants as enums of one, and null as `nullable`. */
function asVersion(version, document) {
  if (!version.startsWith('3.0')) return document;
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (typeof value !== 'object' || value === null || !('const' in value)) return value;
    const { const: one, ...rest } = value;
    return { type: 'string', ...rest, enum: [one] };
  });
}
