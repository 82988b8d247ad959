import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeVersion } from '../../src/client/describe-version.js';
import { type ClientFile, renderClient } from '../../src/client/render-client.js';
import { loadToolchain } from '../../src/client/toolchain.js';
import { templateFolder } from '../../src/cli/own-package.js';
import type { ContractLock } from '../../src/contract/lock/contract-lock.js';
import { check } from './compile.js';
import { consumerFolder, tools, writeFiles } from './consumer-folder.js';
import { largeApi } from './large-api.js';

const runtime = Object.fromEntries(
  ['calls', 'client', 'deprecation'].map((name) => [
    name,
    readFileSync(join(templateFolder(), 'client', `${name}.ts`), 'utf8'),
  ]),
);

function render(locks: readonly ContractLock[]): Promise<readonly ClientFile[]> {
  return renderClient(locks.map(describeVersion), { runtime, suffix: '.js' }, loadToolchain(tools));
}

const bytesOf = (files: readonly ClientFile[]) => files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

describe('a large client', () => {
  it.each(['header', 'uri'] as const)('of 20 versions by %s costs at most 1.5 times the bytes of one', async (type) => {
    const versions = Array.from({ length: 20 }, (_, index) => largeApi(100, index + 1, 20, type));
    const all = bytesOf(await render(versions));
    const one = bytesOf(await render(versions.slice(-1)));
    console.log(`${type}: one version ${one} bytes, 20 versions ${all} bytes, ${(all / one).toFixed(2)} times`);
    expect(all / one).toBeLessThanOrEqual(1.5);
  });

  it('of 1,000 operations costs tsc no more per call than one of 100', async () => {
    const [small, large] = [await costOfCalls(25), await costOfCalls(250)];
    console.log(`48 calls: ${small} instantiations of 100 operations, ${large} of 1,000`);
    expect(large).toBeLessThan(small * 1.1);
  });
});

/** What 48 calls, after two others, add to the types that tsc makes of a client with four operations per thing. */
async function costOfCalls(things: number): Promise<number> {
  const folder = consumerFolder();
  const files = await render([largeApi(things, 1, 1, 'header')]);
  writeFiles(folder, Object.fromEntries(files.map(({ path, text }) => [`src/api/${path}`, text])));
  const calls = Array.from(
    { length: 25 },
    (_, index) => `
      const { data: list${index} } = await client.GET('/api/things-${index}', { params: { query: { limit: 1 } } });
      names.push(...(list${index} ?? []).map(({ name }) => name));
      await client.POST('/api/things-${index}', { body: { name: 'new' } });`,
  );
  const instantiations = (statements: readonly string[]) => {
    const usage = `import { client } from './api/v1.js';\nexport const names: string[] = [];\nexport async function use() {\n${statements.join('')}\n}\n`;
    writeFiles(folder, { 'src/usage.ts': usage });
    const checked = check(folder);
    expect(checked.errors).toBe('');
    return checked.instantiations;
  };
  return instantiations(calls) - instantiations(calls.slice(0, 1));
}
