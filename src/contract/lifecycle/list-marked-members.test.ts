import { describe, expect, it } from 'vitest';
import { listMarkedMembers } from './list-marked-members.js';

describe('the deprecated members of a contract', () => {
  it('are found below any name, and not in data', () => {
    const old = { properties: { old: { deprecated: true } } };
    const names = ['default', 'example', 'enum', 'properties'];
    const document = {
      paths: {},
      components: {
        schemas: {
          A: { $defs: Object.fromEntries(names.map((name) => [name, old])), default: old, examples: [old], 'x-a': old },
          B: { properties: Object.fromEntries(names.map((name) => [name, old])) },
        },
      },
    };
    const found = listMarkedMembers({ version: '1', document } as never);
    expect(found.map(({ name }) => name)).toEqual([
      ...names.map(() => 'property A.old'),
      ...names.map((name) => `property B.${name}.old`),
    ]);
  });
});
