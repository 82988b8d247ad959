import { expect, it } from 'vitest';
import { RawConnection } from '../../../test/attack/lab/raw-connection.js';
import { Controller, Get } from '../../routing/declare/verbs.js';
import { Module } from '../../wiring/module.js';
import { createApp } from '../create-app.js';

it.each([
  ['two Host headers', 'Host: a\r\nHost: b'],
  ['no Host header', 'X: y'],
  ['another coding', 'Host: a\r\nTransfer-Encoding: gzip'],
  ['a host that is none', 'Host: a b'],
])('a request behind one with %s is not run', async (_, fields) => {
  let calls = 0;
  @Controller('count')
  class CountController {
    @Get() count() {
      calls += 1;
      return calls;
    }
  }
  @Module({ controllers: [CountController] })
  class Root {}
  const app = await createApp(Root, { drainTimeoutMs: 0 });
  const connection = await RawConnection.open(await app.listen());
  connection.write(`GET /count HTTP/1.1\r\n${fields}\r\n\r\nGET /count HTTP/1.1\r\nHost: a\r\n\r\n`);
  const text = await connection.readUntil(() => false, 5_000);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.stringMatching(/ (?:400|501)$/)]);
  await app.close();
  expect(calls).toBe(0);
});
