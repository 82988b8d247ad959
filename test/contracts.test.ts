import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capture } from '../src/cli/testing/capture-io.js';
import { repository } from './read-imports.js';

describe("the repository's own contracts", () => {
  it('describe the bundled service as it is (to update them: npx svc openapi lock)', async () => {
    const { code, stdout, stderr } = await capture([
      'openapi',
      'lock',
      '--check',
      '--dir',
      resolve(repository, 'contracts'),
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      'v1.json       unchanged\n  v2.json       unchanged\n  next.json     unchanged\n  changes.json  unchanged\n\nThe lock files are up to date.\n',
    );
  });
});
