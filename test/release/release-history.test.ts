import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { books } from '../../src/cli/release/testing/books.js';
import { capture } from '../../src/cli/testing/capture-io.js';
import { loadService } from '../../src/export/loader/load-service.js';
import { makeProject } from '../../src/export/testing/temporary-project.js';
import { testApp } from '../../src/testing/index.js';
import { runs } from '../property-runs.js';
import { repository } from '../read-imports.js';
import { applyRecipe, first, histories, type Recipe, type State } from './history.js';
import { filesOf, inUse } from './history-files.js';
import { valueOf } from './shapes.js';

/** `24x5`: 24 versions of at most 5 changes, compiled at every step. */
const size = process.env.SVC_TEST_HISTORY;
const [versions = 3, changes = 3] = size?.split('x').map(Number) ?? [];

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable'],
  module: 'nodenext',
  types: [],
  paths: { svckit: [join(repository, 'dist/types/index.d.ts')] },
};

/** A service in a folder of its own, which is released version by version. */
class History {
  readonly #project = makeProject({
    ...books,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', 'versions/*.ts'] }),
  });

  constructor() {
    onTestFinished(() => this.#project.remove());
  }

  write(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) writeFileSync(this.#project.path(name), text);
  }

  svc = (...argv: string[]) => capture(argv, { cwd: this.#project.cwd });

  /** What stays as it is once a version is released. */
  released() {
    const files = ['versions', 'contracts'].flatMap((folder) =>
      readdirSync(this.#project.path(folder)).map(
        (name) => [name, readFileSync(join(this.#project.path(folder), name), 'utf8')] as const,
      ),
    );
    const { 'next.ts': _, 'next.json': __, 'changes.json': recorded, ...kept } = Object.fromEntries(files);
    return { ...kept, ...recordsOf(recorded) };
  }

  async compileErrors(): Promise<string> {
    const compiler = join(repository, 'node_modules/typescript/bin/tsc');
    const { cwd } = this.#project;
    return (await execa('node', [compiler, '-p', cwd], { cwd, reject: false })).stdout;
  }

  /** What each version answers to its own requests. */
  async answers(clients: ReadonlyMap<string, Client>) {
    const { definition } = await loadService('svc.config.ts', { cwd: this.#project.cwd });
    await using app = await testApp(definition);
    const answers: Record<string, readonly Answer[]> = {};
    for (const [version, { paths, draft }] of clients) {
      const headers = { 'X-API-Version': version, 'content-type': 'application/json' };
      const ask = async (path: string, body?: string) => {
        const method = body === undefined ? 'GET' : 'POST';
        const answer = await app.request(`/books${path}`, { method, headers, ...(body !== undefined && { body }) });
        return { status: answer.status, json: (await answer.json()) as unknown };
      };
      const found = await Promise.all(paths.map((path) => ask(`/${path}`)));
      answers[version] = [...found, await ask('', JSON.stringify(found[0]!.json)), await ask('/drafts', draft)];
    }
    return answers;
  }
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** What `contracts/changes.json` says, by version. */
const recordsOf = (text: string | undefined) =>
  Object.fromEntries(
    (text === undefined
      ? []
      : (JSON.parse(text) as { readonly versions: readonly { readonly version: string }[] }).versions
    ).map((one) => [`changes of ${one.version}`, JSON.stringify(one)]),
  );

/** What a client of a version sends. */
interface Client {
  readonly paths: readonly string[];
  readonly draft: string;
}

const clientOf = ({ routes, shapes }: State): Client => ({
  paths: [routes.read, 'shelf', 'tree', ...Object.keys(routes.added).map((version) => `only${version}`)],
  draft: JSON.stringify(valueOf({ kind: 'schema', name: 'Draft' }, shapes)),
});

async function releaseAll(recipes: readonly Recipe[]) {
  const history = new History();
  const plain = (id: string) => id;
  history.write(filesOf(first, [], { unreleased: null, local: plain }));
  await history.svc('openapi', 'lock');
  let state = first;
  let clients: ReadonlyMap<string, Client> = new Map([['1', clientOf(first)]]);
  let answers = await history.answers(clients);
  let released = history.released();
  for (const [index, recipe] of recipes.entries()) {
    const version = `${index + 2}`;
    const local = recipe.aliased ? (id: string) => `Live${id}` : plain;
    const applied = applyRecipe({ ...state, shapes: inUse(state) }, recipe, version, local);
    if (applied.changes.length === 0 && applied.state.routes === state.routes) continue;
    state = applied.state;
    history.write(filesOf(state, applied.changes, { unreleased: version, local }));
    const own = clientOf(state);
    const { next, ...older } = await history.answers(new Map([...clients, ['next', own]]));
    expect(older).toEqual(answers);
    expect(await history.svc('release', version)).toMatchObject({ code: 0, stderr: '' });
    clients = new Map([...clients, [version, own]]);
    answers = { ...answers, [version]: next! };
    expect(await history.answers(clients)).toEqual(answers);
    const now = history.released();
    expect(now).toMatchObject(released);
    released = now;
    if (size !== undefined || index === recipes.length - 1) expect(await history.compileErrors()).toBe('');
    if (size !== undefined) console.log(`released ${version}: ${applied.changes.length} changes`);
  }
  expect(
    Object.values(answers)
      .flat()
      .filter(({ status }) => status > 201),
  ).toEqual([]);
  expect((await history.svc('openapi', 'lock', '--check')).code).toBe(0);
}

it('versions that are released one after another keep their files, documents, locks and answers, and compile', async () => {
  await fc.assert(fc.asyncProperty(histories(versions, changes), releaseAll), { ...runs(2), endOnFailure: true });
});
