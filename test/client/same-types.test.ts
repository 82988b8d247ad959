import { join } from 'node:path';
import { expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { compile } from './compile.js';
import { consumerFolder, writeFiles } from './consumer-folder.js';

it('shares types between versions, and each version has the types that it has alone', async () => {
  const folder = consumerFolder();
  const entry = join(fixture('airline'), 'svc.config.ts');
  expect(await capture(['client', entry], { cwd: folder })).toMatchObject({ code: 0 });
  const versions = ['2024-01-15', '2024-10-01', '2025-07-15', '2026-09-01'];
  for (const version of versions)
    await capture(['client', entry, '--api-version', version, '--out-dir', `src/only-${version}`], { cwd: folder });
  const lines = versions.map(
    (version, index) => `
import type { paths as Own${index} } from './only-${version}/v${version}.js';
import type { paths as All${index} } from './api/v${version}.js';
export const same${index}: Same<Own${index}, All${index}> = true;
// @ts-expect-error another version has other types
export const other${index}: Same<Own${index}, All${(index + 1) % versions.length}> = true;`,
  );
  writeFiles(folder, {
    'src/same.ts': `type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;${lines.join('')}`,
  });
  expect(compile(folder)).toBe('');
});
