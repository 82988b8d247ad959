import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { capture, fixture } from '../../cli/testing/capture-io.js';

const cwd = fixture('webhooks');
const exported = (...argv: string[]) => capture(['openapi', 'export', '--format', 'asyncapi', ...argv], { cwd });

it('AsyncAPI has each event of a version, in its shape, and what its payload refers to', async () => {
  const document = async (version: string) => JSON.parse((await exported('--api-version', version)).stdout) as Shown;
  const [one, three] = [await document('1'), await document('3')];
  expect(one.asyncapi).toBe('3.0.0');
  expect(Object.keys(one.channels)).toEqual(['book.added', 'shelf.changed']);
  expect(one.channels['book.added']).toMatchObject({
    address: null,
    messages: { 'book.added': { $ref: '#/components/messages/book.added' } },
  });
  expect(one.operations['send.book.added']).toMatchObject({
    action: 'send',
    channel: { $ref: '#/channels/book.added' },
  });
  expect(one.components.messages['book.added']).toMatchObject({
    payload: { $ref: '#/components/schemas/Book' },
    headers: { required: expect.arrayContaining(['webhook-id', 'webhook-version']) as string[] },
  });
  expect(Object.keys(one.components.schemas)).toEqual(['Book', 'Shelf']);
  expect(Object.keys(one.components.schemas['Book']!.properties)).toEqual(['id', 'title', 'author']);
  expect(Object.keys(three.components.schemas['Book']!.properties)).toEqual(['id', 'title', 'authors']);
});

interface Shown {
  readonly asyncapi: string;
  readonly channels: Readonly<Record<string, object>>;
  readonly operations: Readonly<Record<string, object>>;
  readonly components: {
    readonly messages: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, { readonly properties: object }>>;
  };
}

it('AsyncAPI is written to files, one for each version, and compared', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'asyncapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect((await exported('--all', '--out-dir', folder)).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['asyncapi-1.json', 'asyncapi-2.json', 'asyncapi-3.json']);
  expect((await exported('--all', '--out-dir', folder, '--check')).code).toBe(0);
  await exported('--out', join(folder, 'asyncapi.yaml'));
  expect(parse(readFileSync(join(folder, 'asyncapi.yaml'), 'utf8'))).toMatchObject({ asyncapi: '3.0.0' });
});

it('AsyncAPI of a service without webhooks is an error that says how to declare them', async () => {
  const { code, stderr } = await capture(['openapi', 'export', '--format', 'asyncapi'], { cwd: fixture('story') });
  expect(code).toBe(1);
  expect(stderr).toContain('This service has no webhooks');
});
