import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Controller, Post } from '../../routing/declare/verbs.js';
import { Module } from '../../wiring/module.js';
import { serveForTest } from '../testing/serve-for-test.js';
import { parseJson } from './read-body.js';

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

@Controller('texts')
class TextsController {
  @Post('', { body: z.string() }) create() {
    return 'read';
  }
}
@Module({ controllers: [TextsController] })
class Root {}

async function serve() {
  const { app, url, call } = await serveForTest(Root, { bodyLimit: 20, drainTimeoutMs: 0 });
  onTestFinished(() => app.close());
  return { url, call };
}

test('a body may be as long as the limit, whether or not it says how long it is', async () => {
  const { call } = await serve();
  for (const framing of [{}, { 'transfer-encoding': 'chunked' }] as readonly Record<string, string>[]) {
    const headers = { 'content-type': 'application/json', ...framing };
    const status = async (bytes: number) =>
      (await call('/texts', { method: 'POST', headers, body: JSON.stringify('x'.repeat(bytes - 2)) })).status;
    expect([await status(20), await status(21)]).toEqual([201, 413]);
  }
});

test('a client that goes on sending a body that was refused is cut off', async () => {
  const { url } = await serve();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {}).resume();
  const next = (event: string) => new Promise<void>((resolve) => void socket.once(event, () => resolve()));
  const closed = next('close');
  socket.write(
    'POST /texts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const megabyte = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1 << 20, 120), Buffer.from('\r\n')]);
  let sent = 0;
  for (; !socket.destroyed && sent < 200; sent++)
    if (!socket.write(megabyte)) await Promise.race([next('drain'), closed]);
  expect(sent).toBeGreaterThan(64);
  expect(sent).toBeLessThan(200);
  await closed;
});

test('values may be nested 1,000 deep and no deeper', () => {
  expect(parse(nested(1_000))).toEqual(JSON.parse(nested(1_000)));
  expect(() => parse(nested(1_001))).toThrow('more than 1000 levels');
  expect(() => parse('{"a":'.repeat(1_001) + '1' + '}'.repeat(1_001))).toThrow('more than 1000 levels');
  const mixed = (depth: number) => `${'[{"":'.repeat(depth / 2)}[]${'}]'.repeat(depth / 2)}`;
  expect(() => parse(`${'{"":'.repeat(1_000)}{}${'}'.repeat(1_000)}`)).toThrow('more than 1000 levels');
  expect(() => parse(mixed(1_000))).toThrow('more than 1000 levels');
  expect(parse(mixed(998))).toEqual(JSON.parse(mixed(998)));
  expect(() => parse('['.repeat(500_000))).toThrow('more than 1000 levels');
});

test('what is beside each other, or in a text, is not nested', () => {
  const wide = Array.from({ length: 2_000 }, () => [{}]);
  expect(parse(JSON.stringify(wide))).toEqual(wide);
  const text = [`"${'['.repeat(2_000)}`, `\\${'{'.repeat(2_000)}`];
  expect(parse(JSON.stringify(text))).toEqual(text);
});

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const padded = `${text}${' '.repeat(2_001)}`;
      expect(parse(padded)).toEqual(JSON.parse(text));
    }),
  );
});
