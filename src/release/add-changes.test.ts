import { describe, expect, it } from 'vitest';
import { openNext } from './add-changes.js';

const versions = `import { defineVersions } from 'svckit';
import { next } from './versions/next.js';
export const versions = defineVersions(['1'], { next });
`;

const written = (next: string) =>
  openNext(
    new Map([
      ['/api/versions.ts', versions],
      ['/api/versions/next.ts', next],
    ]),
  ).add([{ code: "change({ title: 'Names' })", names: ['change'], constants: [], usesZod: false }]);

describe('a change that is added to next', () => {
  it('stands below imports and a blank line, also where the module had no imports', () => {
    expect(written('export const next = [];\n')).toBe(`import { change } from 'svckit';

export const next = [
  change({ title: 'Names' }),
];
`);
    expect(written("import './other.js';\n\nexport const next = [];\n")).toBe(`import { change } from 'svckit';
import './other.js';

export const next = [
  change({ title: 'Names' }),
];
`);
  });
});
