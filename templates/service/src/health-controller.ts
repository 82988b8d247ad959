import { ApiDoc, Controller, Get, Public, type RouteSchemas, VERSION_NEUTRAL } from 'svckit';
import { z } from 'zod';

const read = { response: { 200: z.object({ status: z.literal('up') }) } } satisfies RouteSchemas;

/** The same for every version. */
@ApiDoc({ tags: ['Health'] })
@Public()
@Controller('health', { version: VERSION_NEUTRAL })
export class HealthController {
  @ApiDoc({ summary: 'Whether the service is up' })
  @Get('', read)
  read() {
    return { status: 'up' as const };
  }
}
