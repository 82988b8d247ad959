import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathOf } from './compile.mjs';

/** The service that a team keeps for two years: five operations a resource, a version a month, five changes a version. */
export const teamService = { operations: 400, versions: 24, changes: 115 };

/** Writes a service of `operations`, `versions` and `changes`, with its resources and versions in files of their own. */
export function writeScaleService(folder, { operations, versions, changes }) {
  const count = Math.ceil(operations / 5);
  const plan = planChanges(count, versions, changes);
  const files = {
    'package.json': JSON.stringify({ name: 'scale', type: 'module', private: true }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['**/*.ts'] }),
    'shared.ts': shared,
    ...resourceFiles(count),
    ...Object.fromEntries(
      plan.map((list, index) => [`changes/${versionOf(index + 1)}.ts`, changesFile(list, plan, index)]),
    ),
    'versions.ts': versionsFile(versions),
    'svc.config.ts': configuration(count, ", match: 'latest-not-newer'"),
  };
  writeFiles(folder, files);
  linkPackages(folder);
}

/** A service with version 1 and an empty `next`, and as many resources. */
export function writeReleasedService(folder, count) {
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'released', type: 'module', private: true }),
    'shared.ts': shared,
    ...resourceFiles(count),
    'versions/next.ts': 'export const next = [];\n',
    'versions.ts': `import { defineVersions } from 'svckit';
import { next } from './versions/next.js';

export const versions = defineVersions(['1'], { next });
`,
    'svc.config.ts': configuration(count),
  });
  linkPackages(folder);
}

const resourceFiles = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [fileOf(index), resource(index)]));

/** The file of a resource. */
export const fileOf = (index) => `resources/${nameOf(index)}.ts`;

function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function linkPackages(folder) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(pathOf('..'), join(folder, 'node_modules', 'svckit'));
  symlinkSync(pathOf('../node_modules/zod'), join(folder, 'node_modules', 'zod'));
}

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  experimentalDecorators: false,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const nameOf = (index) => `resource-${index}`;
const versionOf = (index) => `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;

/** The changes of each version after the first: which schema each one changes, and how. */
function planChanges(count, versions, changes) {
  const lists = Array.from({ length: versions - 1 }, () => []);
  for (let index = 0; index < changes; index++) {
    const round = Math.floor(index / count);
    const resource = (index * 7) % count;
    lists[index % lists.length].push({ resource, kind: kinds[(index + round) % kinds.length], round, index });
  }
  const money = Math.floor(lists.length / 2);
  lists[money][0] = { ...lists[money][0], kind: 'money', round: 0 };
  return lists;
}

const kinds = ['renamed', 'added', 'reshaped', 'moved', 'required'];

/** What a change is made of; later versions are written first, so that `shape` names the schema as the next version has it. */
const writers = {
  money: () => `reshape(Money, {
    before: z.object({ amount: z.number(), currency: z.string() }),
    down: ({ cents, currency }) => ({ amount: cents / 100, currency }),
    up: ({ amount, currency }) => ({ cents: Math.round(amount * 100), currency }),
    loses: { up: ['amount'] },
  })`,
  renamed: (shape, name) => `renamed(${shape}, { ${name}: 'old${capital(name)}' })`,
  added: (shape, name) => `added(${shape}, { ${name}: 'none' })`,
  reshaped: (shape, name) => `reshape(${shape}, {
    before: ${shape}.extend({ ${name}: z.array(z.string()).length(1) }),
    down: (value) => ({ ...value, ${name}: [value.${name}] }),
    up: (value) => ({ ...value, ${name}: value.${name}[0] ?? '' }),
  })`,
  moved: (shape, name) => `moved(${shape}, { 'audit.changedBy': '${name}By' })`,
  required: (shape, name) => `reshape(${shape}, {
    before: ${shape}.extend({ ${name}: z.string().max(2000).optional() }),
    down: (value) => value,
    up: (value) => ({ ...value, ${name}: value.${name} ?? '' }),
    loses: { up: ['${name}'] },
  })`,
};

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const memberOf = ({ round }) => ['title', 'summary', 'owner', 'category'][round % 4];
const shapeName = ({ index }) => `Shape${index}`;

/** The changes of one version; a shape that a later version changes too is what that version made of it. */
function changesFile(list, plan, position) {
  const imports = new Set();
  const written = list.map((one) => {
    const later = plan
      .slice(position + 1)
      .flatMap((others, index) =>
        others
          .filter(({ resource, kind }) => resource === one.resource && kind !== 'money')
          .map((other) => ({ other, index })),
      )[0];
    const newest = `Resource${one.resource}`;
    if (one.kind === 'money') imports.add(`import { Money } from '../shared.js';`);
    else if (later)
      imports.add(`import { ${shapeName(later.other)} } from './${versionOf(position + 2 + later.index)}.js';`);
    else imports.add(`import { ${newest} } from '../resources/${nameOf(one.resource)}.js';`);
    const shape = later ? shapeName(later.other) : newest;
    const text = writers[one.kind](shape, memberOf(one));
    return { one, text };
  });
  const verbs = ['added', 'change', 'moved', 'renamed', 'reshape'].filter(
    (verb) => verb === 'change' || written.some(({ text }) => text.startsWith(verb)),
  );
  return `import { ${verbs.join(', ')} } from 'svckit';
import { z } from 'zod';
${[...imports].join('\n')}

${written.map(({ one, text }) => `const ${shapeName(one)}Change = ${text};\nexport const ${shapeName(one)} = ${shapeName(one)}Change.before;`).join('\n')}

export default [
${written.map(({ one }) => `  change({ title: 'Change ${one.index} of resource ${one.resource} (${one.kind})', schemas: [${shapeName(one)}Change] }),`).join('\n')}
];
void z;
`;
}

const versionsFile = (versions) => `import { defineVersions } from 'svckit';
${Array.from({ length: versions - 1 }, (_, index) => `import changes${index + 1} from './changes/${versionOf(index + 1)}.js';`).join('\n')}

export const versions = defineVersions([
  '${versionOf(0)}',
${Array.from({ length: versions - 1 }, (_, index) => `  { version: '${versionOf(index + 1)}', changes: changes${index + 1} },`).join('\n')}
]);
`;

const shared = `import { z } from 'zod';

export const Money = z.object({ cents: z.int().meta({ description: 'In the smallest unit of the currency.' }), currency: z.string() }).meta({ id: 'Money' });
export const Address = z
  .object({ street: z.string().max(200), city: z.string().max(100), postcode: z.string().max(20), country: z.string().length(2) })
  .meta({ id: 'Address' });
export const Audit = z.object({ createdAt: z.iso.datetime(), changedAt: z.iso.datetime(), changedBy: z.string() }).meta({ id: 'Audit' });
export const Query = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'How many items a page has at most.' }),
  cursor: z.string().optional().meta({ description: 'Where the page starts; from the page before it.' }),
  sort: z.enum(['newest', 'oldest', 'weight']).default('newest'),
  search: z.string().max(100).optional(),
});
export const Id = z.object({ id: z.string().min(1).max(40) });
`;

function resource(index) {
  const name = `Resource${index}`;
  return `import { Controller, Delete, Get, type Input, Patch, Post } from 'svckit';
import { z } from 'zod';
import { Address, Audit, Id, Money, Query } from '../shared.js';

/** The resource ${index}. */
export const ${name} = z
  .object({
    id: z.string().meta({ description: 'Never changes.' }),
    title: z.string().max(100).meta({ description: 'What people see, as a line of text.' }),
    summary: z.string().max(2000).meta({ description: 'A few sentences about the resource ${index}.' }),
    owner: z.string().max(100),
    category: z.string().max(100),
    state: z.enum(['draft', 'open', 'closed', 'archived']),
    price: Money,
    address: Address.optional(),
    audit: Audit,
    tags: z.array(z.string().max(40)).max(20),
    links: z.array(z.object({ rel: z.string(), href: z.url() })),
    weight: z.number().min(0).optional().meta({ description: 'In kilograms.' }),
  })
  .meta({ id: '${name}', description: 'The resource ${index}, as its owner keeps it.' });
export const New${name} = z
  .object({ name: z.string().min(1).max(100), note: z.string().max(2000).optional(), price: Money, address: Address.optional() })
  .meta({ id: 'New${name}' });

const Problem = z.object({ type: z.string(), title: z.string(), status: z.int(), reason: z.string() }).meta({ id: 'Refusal' });
const list = { query: Query, response: { 200: z.object({ items: z.array(${name}), next: z.string().nullable() }) } };
const create = { body: New${name}, response: { 201: ${name}, 409: Problem } };
const one = { params: Id, response: { 200: ${name}, 404: Problem } };
const edit = { params: Id, body: New${name}.partial(), response: { 200: ${name}, 404: Problem, 409: Problem } };
const remove = { params: Id, response: { 204: z.undefined(), 404: Problem } };

@Controller('resources-${index}')
export class ${name}Controller {
  @Get('', list)
  list(_: Input<typeof list>): never {
    throw new Error('Only described.');
  }
  @Post('', create)
  create(_: Input<typeof create>): never {
    throw new Error('Only described.');
  }
  @Get(':id', one)
  one(_: Input<typeof one>): never {
    throw new Error('Only described.');
  }
  @Patch(':id', edit)
  edit(_: Input<typeof edit>): never {
    throw new Error('Only described.');
  }
  @Delete(':id', remove)
  remove(_: Input<typeof remove>): never {
    throw new Error('Only described.');
  }
}
`;
}

const configuration = (count, match = '') => `import { defineService, Module } from 'svckit';
import { versions } from './versions.js';
${Array.from({ length: count }, (_, index) => `import { Resource${index}Controller } from './resources/${nameOf(index)}.js';`).join('\n')}

@Module({ controllers: [${Array.from({ length: count }, (_, index) => `Resource${index}Controller`).join(', ')}] })
class ScaleModule {}

export default defineService({
  root: ScaleModule,
  info: { title: 'Scale', version: '1.0.0' },
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: versions.newest, versions${match} },
  documents: {},
});
`;
