import { existsSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { applyEdits } from '../../edit/apply-edits.js';
import type { FileChange } from '../../edit/write-together.js';
import { findVersion, findVersions, moduleOf } from '../../release/find-layout.js';
import { freezeModule, importsToFreeze, usedAsTypes } from '../../release/freeze-module.js';
import { planRelease } from '../../release/plan-release.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { askService } from '../questions/ask-service.js';
import type { ServiceChoice } from '../sources/open-service.js';
import { readSources } from '../sources/read-sources.js';

interface Wish {
  readonly version: string;
  /** The day on which it is released, YYYY-MM-DD. */
  readonly released: string;
  /** Freezes a version that is released already. */
  readonly freezeOnly: boolean;
  readonly choice: ServiceChoice;
  readonly inputs: readonly string[];
}

/** The source files that a release writes. Rejects with a CommandFailure for what cannot be frozen, and with an OtherLayout. */
export async function planFiles(wish: Wish, io: Pick<Io, 'ask' | 'cwd'>): Promise<readonly FileChange[]> {
  const sources = readSources(wish.inputs);
  if (wish.freezeOnly) {
    const { module } = findVersion(wish.version, findVersions(sources), sources);
    return freeze({ file: module.file, before: module.text, text: module.text }, wish.version, wish, io);
  }
  const plan = planRelease(wish.version, wish.released, sources);
  if (plan.isEmpty)
    throw new CommandFailure(
      `Nothing to release: next has no changes, and no route is declared for it. Add a change to next, or @Version({ from: 'next' }) to a route.`,
      1,
    );
  const written = plan.files.map((one) => ({
    file: one.file,
    before: one.before,
    after: applyEdits(one.before, one.edits),
  }));
  return [...(await freeze({ ...plan.entry, before: null }, 'next', wish, io)), ...written];
}

interface Entry {
  readonly file: string;
  readonly before: string | null;
  readonly text: string;
}

/** The module of a version and that of its frozen shapes. */
async function freeze(
  entry: Entry,
  asOf: string,
  { version, choice }: Wish,
  io: Pick<Io, 'ask' | 'cwd'>,
): Promise<readonly FileChange[]> {
  const module = moduleOf(entry);
  const name = (file: string) => relative(io.cwd, file);
  const shapesFile = join(dirname(entry.file), `${version}.shapes${extname(entry.file)}`);
  const shapes = `./${version}.shapes${specifierEnding(module.text, entry.file)}`;
  const imports = importsToFreeze(module, shapes).map(({ imported, local, specifier }) => ({
    imported,
    local,
    specifier,
  }));
  const { text, constants, refusals } =
    imports.length === 0
      ? { text: null, constants: {}, refusals: [] }
      : await askService('frozen', choice, { module: entry.file, imports, version: asOf, cwd: io.cwd }, io);
  const types = usedAsTypes(module, constants).map(
    (local) => `${local} is used as a type, which a frozen shape has not. Write z.output<typeof ${local}>.`,
  );
  const reasons = [...refusals, ...types];
  if (reasons.length > 0)
    throw new CommandFailure(reasons.map((reason) => `cannot-freeze: ${name(entry.file)}: ${reason}`).join('\n'), 1);
  const taken = [...(text === null ? [] : [shapesFile]), ...(entry.before === null ? [entry.file] : [])];
  const existing = taken.find((file) => existsSync(file));
  if (existing !== undefined)
    throw new CommandFailure(`${name(existing)} exists. Move it away, so that svc release can write it.`, 1);
  if (text === null) return [{ file: entry.file, before: entry.before, after: entry.text }];
  return [
    { file: entry.file, before: entry.before, after: freezeModule(module, constants, shapes) },
    { file: shapesFile, before: null, after: text },
  ];
}

/** How the module writes the ends of relative imports. */
function specifierEnding(text: string, file: string): string {
  const found = /from\s+['"]\.[^'"]*?(\.[cm]?[jt]sx?)?['"]/.exec(text);
  return found ? (found[1] ?? '') : extname(file).replace('ts', 'js');
}
