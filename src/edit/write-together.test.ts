import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import { type FileChange, FileChangedError, finishWrite, stepsOf, writeTogether } from './write-together.js';

const text = fc.option(fc.string({ maxLength: 20 }), { nil: null });
const anyChanges = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('a.ts', 'b.ts', 'sub/c.ts', 'sub/deep/d.json'), before: text, after: text }),
  { selector: ({ name }) => name, minLength: 1 },
);

type Plan = readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[];

/** In memory where the system has that: no power fails here, and thousands of waits for a disk take longer than everything else. */
const home = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Runs an action in a folder with the files as they are before. */
function inFolder(plan: Plan, action: (folder: string, changes: readonly FileChange[]) => void): void {
  const folder = mkdtempSync(join(home, 'write-'));
  try {
    for (const { name, before } of plan) {
      if (before === null) continue;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), before);
    }
    action(
      folder,
      plan.map(({ name, before, after }) => ({ file: join(folder, name), before, after })),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files of a folder, those that a write needs for itself included. */
const filesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]),
  );

const filesOf = (plan: Plan, state: 'before' | 'after') =>
  Object.fromEntries(plan.flatMap((one) => (one[state] === null ? [] : [[one.name, one[state]]])));

const sorted = (files: object) => JSON.stringify(Object.entries(files).toSorted());

describe('writeTogether', () => {
  it('writes, replaces and removes files, and leaves nothing else', () => {
    fc.assert(
      fc.property(anyChanges, (plan) =>
        inFolder(plan, (folder, changes) => {
          writeTogether(folder, changes);
          expect(filesIn(folder)).toEqual(filesOf(plan, 'after'));
        }),
      ),
      runs(30),
    );
  });

  it('leaves every file as it was, or every file as it shall be, wherever it is killed', () => {
    let [taken, finished] = [0, 0];
    fc.assert(
      fc.property(anyChanges, (plan) => {
        const changed = plan.filter(({ before, after }) => before !== after);
        for (let step = 0, isOver = false; !isOver; step += 1)
          inFolder(changed, (folder, changes) => {
            const steps = stepsOf(folder, changes);
            for (let done = 0; done < step && !isOver; done += 1) isOver = steps.next().done === true;
            finishWrite(folder);
            const found = sorted(filesIn(folder));
            const [before, after] = [filesOf(changed, 'before'), filesOf(changed, 'after')].map(sorted);
            const counts = [before, after].map((files) => files === found);
            expect(counts).toContain(true);
            if (counts[0]) taken += 1;
            else finished += 1;
            finishWrite(folder);
            expect(sorted(filesIn(folder))).toBe(found);
          });
      }),
      runs(25),
    );
    expect(Math.min(taken, finished)).toBeGreaterThan(0);
  });

  it('writes nothing where a file has changed meanwhile', () => {
    inFolder([{ name: 'a.ts', before: 'old', after: 'new' }], (folder, changes) => {
      writeFileSync(join(folder, 'a.ts'), 'edited');
      expect(() =>
        writeTogether(folder, [...changes, { file: join(folder, 'b.ts'), before: null, after: '' }]),
      ).toThrow(FileChangedError);
      expect(filesIn(folder)).toEqual({ 'a.ts': 'edited' });
    });
  });

  it('waits for nothing that another process prepares', () => {
    inFolder([{ name: 'a.ts', before: 'old', after: 'new' }], (folder, changes) => {
      const journal = JSON.stringify({ state: 'prepare', pid: process.ppid, files: [] });
      writeFileSync(join(folder, '.svc-write.json'), journal);
      expect(() => writeTogether(folder, changes)).toThrow('EEXIST');
      expect(filesIn(folder)).toEqual({ 'a.ts': 'old', '.svc-write.json': journal });
    });
  });

  it('takes back what it prepared where a file cannot be written', () => {
    inFolder([{ name: 'sub', before: 'a file', after: 'b' }], (folder, changes) => {
      const below = { file: join(folder, 'sub/c.ts'), before: null, after: '' };
      expect(() => writeTogether(folder, [...changes, below])).toThrow('ENOTDIR');
      expect(filesIn(folder)).toEqual({ sub: 'a file' });
    });
  });
});
