import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadService } from '../../src/export/index.js';
import { makeProject } from '../../src/export/testing/temporary-project.js';
import { capture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import { runs } from '../property-runs.js';
import { runProgram } from '../packed/run-program.js';
import { compile } from './compile.js';
import { newFolder, writeFiles } from './consumer-folder.js';
import { upgradeWorld, type UpgradeWorld } from './upgrade-worlds.js';

interface Upgraded {
  readonly stops: readonly { readonly line: number; readonly reasons: readonly { readonly level: string }[] }[];
}

/** What each use prints, by its line. */
type Printed = ReadonlyMap<number, string>;

/** Moves a consumer of a world, and says of each line what was printed before and after, where tsc and svc stop. */
async function moveConsumer({ config, consumer }: UpgradeWorld) {
  const api = makeProject({ 'svc.config.ts': config });
  const folder = newFolder({ noEmit: false, outDir: 'out' });
  try {
    const entry = join(api.cwd, 'svc.config.ts');
    writeFiles(folder, Object.fromEntries(Object.entries(consumer).map(([name, text]) => [`src/${name}`, text])));
    expect(await capture(['client', entry, '--api-version', '1'], { cwd: folder })).toMatchObject({ code: 0 });
    const { definition } = await loadService(entry, { cwd: api.cwd });
    const text = consumer['main.ts']!;
    const lineOf = new Map(
      text.split('\n').flatMap((line, index) => {
        const use = /^await use\((\d+),/.exec(line)?.[1];
        return use === undefined ? [] : [[use, index + 1] as const];
      }),
    );
    const run = async (): Promise<Printed> => {
      const { app, url } = await serveForTest(definition.root, { ...definition });
      try {
        const { stdout } = await runProgram([process.execPath, 'out/main.js', url], folder);
        return new Map(
          stdout.split('\n').flatMap((line) => {
            const [, use, printed] = /^(\d+) (.*)$/.exec(line) ?? [];
            return use === undefined ? [] : [[lineOf.get(use)!, printed!] as const];
          }),
        );
      } finally {
        await app.close();
      }
    };
    expect(compile(folder)).toBe('');
    const before = await run();
    const upgraded = await capture(['upgrade', 'v1', 'v3', entry, '--in', 'src', '--format', 'json'], { cwd: folder });
    const { stops } = JSON.parse(upgraded.stdout) as Upgraded;
    const sources = () => Object.keys(consumer).map((name) => readFileSync(join(folder, 'src', name), 'utf8'));
    const edited = sources();
    await capture(['upgrade', 'v1', 'v3', entry, '--in', 'src'], { cwd: folder });
    expect(sources()).toEqual(edited);
    const compiled = compile(folder);
    const refused = new Set([...compiled.matchAll(/^src\/main\.ts\((\d+),/gm)].map((found) => Number(found[1])));
    return { before, after: await run(), refused, stops, compiled };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    api.remove();
  }
}

it('what an upgrade leaves is named: nothing else is refused by the compiler, or prints something else', async () => {
  const counts = { uses: 0, edited: 0, stopped: 0, needless: 0 };
  await fc.assert(
    fc.asyncProperty(upgradeWorld, async (world) => {
      const { before, after, refused, stops, compiled } = await moveConsumer(world);
      const stopped = new Set(stops.map(({ line }) => line));
      const errors = new Set(
        stops.flatMap(({ line, reasons }) => (reasons.some(({ level }) => level === 'error') ? [line] : [])),
      );
      const wrong = [...before].filter(([line, printed]) => after.get(line) !== printed && !stopped.has(line));
      const lines = world.consumer['main.ts']!.split('\n');
      expect(wrong.map(([line, printed]) => [lines[line - 1], printed, after.get(line)])).toEqual([]);
      expect([...refused].filter((line) => !errors.has(line)).map((line) => [line, compiled])).toEqual([]);
      counts.uses += before.size;
      counts.stopped += [...before.keys()].filter((line) => stopped.has(line)).length;
      counts.needless += [...before.keys()].filter(
        (line) => errors.has(line) && !refused.has(line) && after.get(line) === before.get(line),
      ).length;
    }),
    { ...runs(1), endOnFailure: true },
  );
  expect(counts.uses).toBeGreaterThan(10);
  expect(counts.needless).toBeLessThanOrEqual(counts.uses * 0.05);
  if (process.env['SVC_TEST_RUNS'] !== undefined) console.log(counts);
});
