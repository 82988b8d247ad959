import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture } from '../src/cli/testing/capture-io.js';
import { repository } from './read-imports.js';

describe("the repository's own contracts", () => {
  it('say what the bundled service does; otherwise: npx svc openapi lock', async () => {
    expect(await capture(['openapi', 'lock', '--check', '--dir', resolve(repository, 'contracts')])).toEqual({
      code: 0,
      stdout: 'v1.json  unchanged\nv2.json  unchanged\n',
      stderr: '',
    });
  });
});
