import { setTimeout as sleep } from 'node:timers/promises';
import { ApiDoc, Controller, Get, HttpError, inject, NotFound, Problem } from 'svckit';
import { z } from 'zod';
import { FlakyRotation } from './flaky-rotation.js';

const flaky = {
  response: {
    200: z.object({ recovered: z.literal(true), after: z.int().describe('Failures before this answer.') }),
    503: Problem,
  },
};
const missing = { response: { 404: NotFound } };
const slow = { response: z.object({ done: z.literal(true) }) };

/** Three upstreams for testing a client: one that recovers, one that is missing, one that is slow. */
@ApiDoc({ tags: ['Flaky'] })
@Controller('upstream')
export class FlakyController {
  readonly #rotation = inject(FlakyRotation);

  @ApiDoc({ summary: 'Recover at the third call', description: '503, 503, 200, and so on, counted in each process.' })
  @Get('flaky', flaky)
  flaky() {
    if (this.#rotation.next()) throw new HttpError(503, 'The upstream is overloaded. Try again.');
    return { recovered: true as const, after: this.#rotation.failures };
  }

  @ApiDoc({ summary: 'Never found', description: 'Always 404: retrying does not help.' })
  @Get('missing', missing)
  missing(): never {
    throw new HttpError(404, 'The upstream has no such resource.');
  }

  @ApiDoc({ summary: 'Take half a second', description: '200 after 500 ms: for testing timeouts.' })
  @Get('slow', slow)
  async slow() {
    await sleep(500);
    return { done: true as const };
  }
}
