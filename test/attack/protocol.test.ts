import { setTimeout as wait } from 'node:timers/promises';
import { Controller, createApp, Get, type Input, Module, Post } from 'svckit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { protocolCases, protocolProblem, statusesIn } from './lab/protocol-cases.js';
import { RawConnection } from './lab/raw-connection.js';

const note = { body: z.object({ text: z.string() }), response: { 201: z.string() } } as const;

@Controller('protocol')
class ProtocolController {
  // A client that sends garbage behind a request gets the answer to the request first.
  @Get() async read() {
    await wait(20);
    return 'read';
  }
  @Post('', note) write({ body }: Input<typeof note>) {
    return body.text;
  }
}
@Module({ controllers: [ProtocolController] })
class Root {}

let app: Awaited<ReturnType<typeof createApp>>;
let url = '';
beforeAll(async () => {
  app = await createApp(Root, { drainTimeoutMs: 0 });
  url = await app.listen();
});
afterAll(() => app.close());

const cases = protocolCases({
  host: '127.0.0.1',
  get: '/protocol',
  post: '/protocol',
  body: '{"text":"written"}',
});

describe('a connection is read in one way', () => {
  it.each(cases)('$name', async (one) => {
    const connection = await RawConnection.open(url);
    connection.write(one.sends);
    const isComplete = (text: string) => !one.closes && statusesIn(text).length >= one.answers.length;
    const text = await connection.readUntil(isComplete, one.closes ? 3_000 : 300);
    expect(protocolProblem(one, text, connection.closed)).toBeNull();
    connection.destroy();
  });
});
