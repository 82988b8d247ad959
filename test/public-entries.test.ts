import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { packageName, repository } from './read-imports.js';

const { publicEntries, shared } = (await import(new URL('../esbuild.config.mjs', import.meta.url).href)) as {
  readonly publicEntries: Readonly<Record<string, string>>;
  readonly shared: object;
};

const runtime = 'text json report jsonschema schema changes lens wiring webhooks routing export';

/** The rooms and packages that an entry may load when it is imported, beside Node's own modules; the rest waits until it is needed. */
const allowed: Readonly<Record<string, { readonly rooms: string; readonly packages: string }>> = {
  openapi: {
    rooms: 'text json report jsonschema openapi diff library',
    packages: '@cfworker/json-schema @eslint-community/regexpp @scalar/openapi-upgrader js-yaml lru-cache',
  },
  index: {
    rooms: `entry ${runtime} server`,
    packages: '@eslint-community/regexpp @fastify/busboy content-disposition cookie cors helmet lru-cache zod',
  },
  export: {
    rooms: `${runtime} openapi source shapes`,
    packages: '@eslint-community/regexpp acorn js-yaml lru-cache zod',
  },
  around: {
    rooms: `${runtime} openapi source shapes server around`,
    packages:
      '@cfworker/json-schema @eslint-community/regexpp @fastify/busboy @scalar/openapi-upgrader content-disposition cookie cors eventsource-parser helmet js-yaml lru-cache zod',
  },
  lens: {
    rooms: 'text json report jsonschema schema changes lens',
    packages: 'zod',
  },
  webhooks: {
    rooms: 'text json report jsonschema schema changes lens wiring webhooks',
    packages: 'zod',
  },
  testing: {
    rooms: `${runtime} openapi contract server verify testing`,
    packages:
      '@cfworker/json-schema @eslint-community/regexpp @fastify/busboy content-disposition cookie cors helmet lru-cache zod',
  },
};

/** The rooms and packages that the built entry of a source file loads before it runs. */
async function loadedBy(source: string) {
  const { metafile } = await build({
    ...shared,
    entryPoints: [source],
    outdir: 'dist',
    splitting: true,
    metafile: true,
    write: false,
  });
  const { outputs } = metafile as Metafile;
  const main = Object.keys(outputs).find((name) => outputs[name]!.entryPoint === source)!;
  const loaded = new Set([main]);
  const packages = new Set<string>();
  for (const name of loaded)
    for (const { path, kind, external } of outputs[name]!.imports) {
      if (kind !== 'import-statement') continue;
      if (!external) loaded.add(path);
      else if (!path.startsWith('node:')) packages.add(packageName(path));
    }
  const files = [...loaded].flatMap((name) => Object.keys(outputs[name]!.inputs));
  const rooms = new Set(files.map((file) => /^src\/(?:(\w+)\/)?/.exec(file)?.[1] ?? 'entry'));
  return { rooms: [...rooms], packages: [...packages] };
}

describe('public entries', () => {
  it('are those of package.json', () => {
    const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, { readonly default: string }>>;
    };
    const built = Object.values(exports).flatMap(({ default: file }) => file ?? []);
    expect(built.toSorted()).toEqual(
      Object.keys(publicEntries)
        .map((name) => `./dist/${name}.js`)
        .toSorted(),
    );
    expect(Object.keys(allowed).toSorted()).toEqual(Object.keys(publicEntries).toSorted());
  });

  it.each(Object.keys(allowed))('%s loads nothing but what it may', async (entry) => {
    const { rooms, packages } = await loadedBy(publicEntries[entry]!);
    expect(rooms.length).toBeGreaterThan(5);
    expect(rooms.filter((room) => !allowed[entry]!.rooms.split(' ').includes(room))).toEqual([]);
    expect(packages.filter((name) => !allowed[entry]!.packages.split(' ').includes(name))).toEqual([]);
  });
});

it('svckit/lens is at most 32 KB compressed, without zod', async () => {
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [publicEntries.lens!],
    minify: true,
    sourcemap: false,
    write: false,
  });
  expect(gzipSync(outputFiles![0]!.contents, { level: 9 }).length).toBeLessThan(32 * 1024);
});

it('the process that answers loads what a question needs once it knows the question', async () => {
  const { packages } = await loadedBy('src/cli/questions/answer-question.ts');
  expect(packages.toSorted()).toEqual(['@scalar/openapi-upgrader', 'js-yaml']);
});
