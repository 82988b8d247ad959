import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { bodyParts, ndjson } from '../../routing/declare/bodies.js';
import type { Exchange } from '../endpoint/exchange.js';
import { Clients } from '../request/clients.js';
import { Turns } from '../request/turns.js';
import type { BodyFacts } from './body-reader.js';
import { readNdjson } from './ndjson-body.js';

class CountedTurns extends Turns {
  taken = 0;

  override take(...work: Parameters<Turns['take']>) {
    this.taken += 1;
    return super.take(...work);
  }
}

it('a chunk of blank lines takes a turn, as a chunk of items does', async () => {
  const turns = new CountedTurns(new Clients(false));
  const { form, schema } = bodyParts(ndjson(z.number(), { maxItemBytes: 2 ** 21 }));
  const facts = { form, schema, options: {}, route: {}, turns } as unknown as BodyFacts<never>;
  const req = new IncomingMessage(new Socket());
  Object.defineProperty(req.socket, 'remoteAddress', { value: '192.0.2.1' });
  req.push(Buffer.concat([Buffer.alloc(65_536, '\n'), Buffer.from('1\n')]));
  req.push(null);
  const items: unknown[] = [];
  for await (const item of readNdjson(facts).read({ req } as Exchange, []) as AsyncIterable<unknown>) items.push(item);
  expect(items).toEqual([1]);
  expect(turns.taken).toBe(1);
});
