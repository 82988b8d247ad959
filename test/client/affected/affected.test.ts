import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from '../../../src/cli/testing/capture-io.js';
import type { CompilerOptions } from '../../../src/client/compiler.js';
import type { Program } from '../../../src/client/scan/checker.js';
import { listOperationUses } from '../../../src/client/uses/list-operations.js';
import { readUses } from '../../../src/client/uses/read-uses.js';
import { usesOf } from '../../../src/contract/consumers/testing/any-uses.js';
import { runs } from '../../property-runs.js';
import { compiler } from '../compile.js';
import { newFolder, writeFiles } from '../consumer-folder.js';
import { type Draw, styles, writeConsumer } from './consumer-code.js';
import { documentChanges } from './document-changes.js';
import { serveDocument } from './serve-document.js';
import { type Doc, shop } from './shop-document.js';

const draw = fc.record({ style: fc.nat(styles - 1), source: fc.nat(5), leaf: fc.nat(7) });
const consumers = fc
  .sample(fc.array(draw, { minLength: 1, maxLength: 3 }), runs(12))
  .map((draws: readonly Draw[], index) => ({ name: `consumer-${index}`, files: writeConsumer(draws) }));
const changes = fc
  .sample(fc.array(fc.nat(9999), { minLength: 20, maxLength: 20 }), { numRuns: 1 })
  .flatMap((picks: readonly number[]) => picks.map((pick, index) => changed(index, pick)));

function changed(index: number, pick: number) {
  const document = JSON.parse(JSON.stringify(shop)) as Doc;
  const { title, apply } = documentChanges[index % documentChanges.length]!;
  return { title: `${title}: ${apply(document, (count) => pick % count)}`, document };
}

let folder: string;
const at = (...names: readonly string[]) => join(folder, 'src', ...names);

async function writeClient(document: Doc): Promise<void> {
  writeFiles(folder, { 'shop.json': JSON.stringify(document) });
  expect(await capture(['client'], { cwd: folder })).toMatchObject({ code: 0 });
}

/** The consumers whose code does not compile with the client as it is, each with the first error. */
function compileAll(): ReadonlyMap<string, string> {
  const read = compiler.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    {},
    {
      ...compiler.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )!;
  const options: CompilerOptions = read.options;
  const program: Program = compiler.createProgram({
    rootNames: read.fileNames,
    options,
    host: compiler.createCompilerHost(options, true),
  });
  return new Map(
    consumers.flatMap(({ name }) => {
      const own = program.getSourceFiles().filter(({ fileName }) => fileName.includes(`/${name}/`));
      const [first] = own.flatMap((file) => program.getSemanticDiagnostics(file));
      return first ? [[name, compiler.flattenDiagnosticMessageText(first.messageText, ' ')] as const] : [];
    }),
  );
}

/** The code of a consumer, which calls what it is given. */
async function bundle(name: string): Promise<(document: Doc) => Promise<string | null>> {
  const { outputFiles } = await build({
    entryPoints: [at('consumers', name, 'main.tsx')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'consumer',
    jsxFactory: 'h',
    logLevel: 'silent',
  });
  const start = new Function('send', `${outputFiles[0]!.text}; return consumer.run;`) as (
    send: (request: Request) => Promise<Response>,
  ) => () => Promise<void>;
  return (document) => start(serveDocument(document))().then(() => null, String);
}

function scan(name: string) {
  const input = { folder: at('consumers', name), wanted: {}, nameFile: (file: string) => file };
  const { uses, gaps } = readUses(input, compiler);
  return usesOf(
    name,
    listOperationUses(uses, (file) => file),
    { api: 'shop', complete: gaps.length === 0 },
  );
}

/** What `svc diff` says of a change: whether it breaks anybody, and whom. */
async function judge(document: Doc) {
  writeFiles(folder, { 'before.json': JSON.stringify(shop), 'after.json': JSON.stringify(document) });
  const words = [
    'diff',
    'before.json',
    'after.json',
    '--consumers',
    'uses',
    '--format',
    'json',
    '--as-of',
    '2026-11-20',
  ];
  const { stdout } = await capture(words, { cwd: folder });
  const { results } = JSON.parse(stdout) as {
    readonly results: readonly { readonly id: string; readonly consumers?: readonly { readonly consumer: string }[] }[];
  };
  const judged = results.filter((one) => one.consumers !== undefined);
  return {
    ids: judged.map(({ id }) => id),
    named: new Set(judged.flatMap((one) => one.consumers!.map(({ consumer }) => consumer))),
  };
}

describe('generated consumers and changes', () => {
  const runsOf = new Map<string, (document: Doc) => Promise<string | null>>();

  beforeAll(async () => {
    folder = newFolder({ jsx: 'react', jsxFactory: 'h', noUnusedLocals: false, noUncheckedIndexedAccess: false });
    writeFiles(folder, {
      'svc.config.yaml': 'document: shop.json\n',
      'src/jsx.d.ts': 'declare namespace JSX { type Element = unknown; interface IntrinsicElements {} }\n',
    });
    for (const { name, files } of consumers)
      writeFiles(folder, {
        ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`src/consumers/${name}/${file}`, text])),
        [`src/consumers/${name}/tsconfig.json`]: JSON.stringify({
          extends: '../../../tsconfig.json',
          include: ['.', '../../jsx.d.ts'],
        }),
      });
    await writeClient(shop);
    for (const { name } of consumers) {
      writeFiles(folder, { [`uses/${name}.json`]: JSON.stringify(scan(name)) });
      runsOf.set(name, await bundle(name));
    }
  }, 600_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compile and run before a change, and are read completely', async () => {
    expect(Object.fromEntries(compileAll())).toEqual({});
    for (const { name } of consumers) expect(await runsOf.get(name)!(shop), name).toBeNull();
    const files = readdirSync(join(folder, 'uses')).map((file) => readFileSync(join(folder, 'uses', file), 'utf8'));
    expect(files.filter((text) => !text.includes('"complete":true'))).toEqual([]);
  });

  it('are named where a change breaks them, and hardly ever otherwise', async () => {
    const count = { broken: 0, named: 0, missed: [] as string[], withoutCause: [] as string[] };
    for (const { title, document } of changes) {
      const { ids, named } = await judge(document);
      await writeClient(document);
      const uncompiled = compileAll();
      for (const { name } of consumers) {
        const error = uncompiled.get(name) ?? (await runsOf.get(name)!(document));
        const line = `${name}, ${title} (${ids.join(', ')}): ${error}`;
        if (error) count.broken += 1;
        if (named.has(name)) count.named += 1;
        if (error && !named.has(name)) count.missed.push(line);
        if (!error && named.has(name)) count.withoutCause.push(line);
      }
    }
    const { broken, named, missed, withoutCause } = count;
    console.log(
      `${consumers.length} consumers and ${changes.length} changes: ${broken} breaks, ${named} named, ${withoutCause.length} of them without cause${withoutCause.map((line) => `\n  ${line}`).join('')}`,
    );
    expect(missed).toEqual([]);
    expect(broken).toBeGreaterThan(consumers.length);
    expect(withoutCause.length, withoutCause.join('\n')).toBeLessThanOrEqual(named * 0.05 + 3);
  }, 600_000);
});
