import { expect, it } from 'vitest';
import { z } from 'zod';
import { change, Controller, defineVersions, type Input, Module, operation, Post } from '../index.js';
import { compileRoutes } from '../routing/table/compile-routes.js';
import { listChanges } from './list-subjects.js';
import { drawInputs } from './lock/draw-inputs.js';

const Price = z.object({ net: z.int().min(0).max(1000) });
const sell = { body: Price, response: { 201: Price } };

@Controller('prices')
class Prices {
  @Post('', sell) sell({ body }: Input<typeof sell>) {
    return body;
  }
}
@Module({ controllers: [Prices] })
class Root {}

it('what a change looks up is drawn from its schema, recorded and given to both directions', () => {
  const seen: unknown[] = [];
  const gross = change({
    title: 'Net',
    operations: [
      operation(() => Prices, 'sell', {
        before: { body: z.object({ gross: z.int() }), response: { 201: z.object({ gross: z.int() }) } },
        context: () => Promise.reject(new Error('not here')),
        contextSchema: z.object({ rate: z.int().min(2).max(5) }),
        up: ({ body }, { context, version, caller, request }) => {
          seen.push([version, caller, request]);
          return { body: { net: Math.floor(body.gross / context.rate) } };
        },
        down: ({ body }, { context }) => ({ body: { gross: body.net * context.rate } }),
      }),
    ],
  });
  const versions = defineVersions(['1', { version: '2', changes: [gross] }]);
  const { routes } = compileRoutes(Root, { versioning: { type: 'header', header: 'V', versions } });
  const [{ subjects }] = listChanges(versions, routes) as [ReturnType<typeof listChanges>[number]];
  for (const way of subjects[0]!.ways) {
    const inputs = drawInputs(way) as unknown as { body: Record<string, number>; 'context of 2': { rate: number } }[];
    expect(inputs.length).toBeGreaterThan(4);
    for (const input of inputs) {
      const { rate } = input['context of 2'];
      expect([2, 3, 4, 5]).toContain(rate);
      const { body } = way.convert(input) as { body: unknown };
      if (way.direction === 'down') expect(body).toEqual({ gross: input.body['net']! * rate });
      else expect(body).toEqual({ net: Math.floor(input.body['gross']! / rate) });
    }
  }
  expect(seen[0]).toEqual(['1', null, { method: 'POST', url: '/prices', headers: {} }]);
});
