import { ApiDoc, Controller, Get, Problem, SkipThrottle, Throttle } from 'svckit';
import { z } from 'zod';

const burst = { response: { 200: z.object({ allowed: z.literal(true) }), 429: Problem } };
const ordinary = { response: { 200: z.object({ ok: z.literal(true) }), 429: Problem } };
const exempt = { response: z.object({ counted: z.literal(false) }) };

/** One route for each way of limiting. */
@ApiDoc({ tags: ['Limits'] })
@Controller('limits')
export class LimitsController {
  @ApiDoc({
    summary: 'A small budget',
    description: 'Three requests a minute for each client address, then 429 with Retry-After.',
  })
  @Throttle({ limit: 3, windowSeconds: 60 })
  @Get('burst', burst)
  burst() {
    return { allowed: true as const };
  }

  @ApiDoc({ summary: 'An ordinary budget', description: 'A thousand requests a minute for each client address.' })
  @Throttle({ limit: 1_000, windowSeconds: 60 })
  @Get('default', ordinary)
  ordinary() {
    return { ok: true as const };
  }

  @ApiDoc({ summary: 'No budget', description: 'Never counted, even when there is a default limit.' })
  @SkipThrottle()
  @Get('exempt', exempt)
  exempt() {
    return { counted: false as const };
  }
}
