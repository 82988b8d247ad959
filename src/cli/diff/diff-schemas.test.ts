import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture } from '../testing/capture-io.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-schemas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const properties = { name: { type: 'string' } };
const files = {
  'old.schema.json': JSON.stringify({ type: 'object', properties, required: ['name'] }),
  'new.schema.json': JSON.stringify({
    type: 'object',
    properties: { ...properties, tag: { type: 'string' } },
    required: ['name', 'tag'],
  }),
  'filled.yaml':
    'type: object\nproperties: { name: { type: string }, tag: { type: string, default: "" } }\nrequired: [name, tag]\n',
  'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n',
  'list.json': '[]',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

const diff = (...words: readonly string[]) => capture(['diff', ...words, '--as-of', '2026-11-21'], { cwd: folder });

describe('svc diff --mode', () => {
  it('shows a value that readers refuse, and exits 1', async () => {
    const { code, stdout } = await diff('old.schema.json', 'new.schema.json', '--mode', 'backward');
    expect(code).toBe(1);
    expect(stdout).toMatchInlineSnapshot(`
      "Changes from old.schema.json to new.schema.json, as of 2026-11-21

        error    A reader with the new schema does not read all old data.  [not-backward-compatible]
                 witness  {"name":""}: must have the property "tag"

      new.schema.json is not backward compatible.
      "
    `);
  });

  it('takes a default for what a reader fills in', async () => {
    const { code, stdout } = await diff('old.schema.json', 'filled.yaml', '--mode', 'full', '--policy', 'lenient');
    expect(code).toBe(0);
    expect(stdout).toContain('filled.yaml is fully compatible.');
  });

  it('says of an open object that only its openness is incompatible, and what to do', async () => {
    const { code, stdout } = await diff('old.schema.json', 'filled.yaml', '--mode', 'full');
    expect(code).toBe(1);
    expect(stdout).toContain('it names a member that the other schema leaves open');
    expect(stdout).toContain('--policy lenient');
    expect(stdout).toContain('"tag":');
  });

  it('refuses --policy without --mode', async () => {
    expect(await diff('a.yaml', 'b.yaml', '--policy', 'lenient')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Add --mode'),
    });
  });

  it('says the same to programs', async () => {
    const { stdout } = await diff('old.schema.json', 'new.schema.json', '--mode', 'full', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      mode: 'full',
      compatible: false,
      directions: [
        { direction: 'backward', compatible: false, witness: { value: { name: expect.any(String) as string } } },
        { direction: 'forward', compatible: true, witness: null },
      ],
    });
  });

  it.each([
    [
      ['old.schema.json', 'openapi.yaml'],
      'openapi.yaml is an OpenAPI document, and --mode compares JSON Schemas. Omit --mode.',
    ],
    [['old.schema.json', 'gone.json'], 'gone.json does not exist. Name a file with a JSON Schema, in JSON or YAML.'],
    [['old.schema.json', 'list.json'], 'list.json is no JSON Schema, which is an object, true or false.'],
    [['old.schema.json', 'new.schema.json', '--scan', 'src'], '--mode compares two JSON Schemas. Omit --scan.'],
    [['old.schema.json', 'new.schema.json', 'svc.config.ts'], '--mode compares two JSON Schemas. Omit svc.config.ts.'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await diff(...words, '--mode', 'backward');
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
