import { ApiDoc, Controller, Get, inject, Public, type RouteSchemas, SkipThrottle, VERSION_NEUTRAL } from 'svckit';
import { HealthRegistry } from './health-registry.js';
import { HealthReport } from './health-schemas.js';

const report = { response: { 200: HealthReport, 503: HealthReport } } satisfies RouteSchemas;

@ApiDoc({ tags: ['Health'] })
@Public()
@SkipThrottle()
@Controller('health', { version: VERSION_NEUTRAL })
export class HealthController {
  readonly #health = inject(HealthRegistry);

  @ApiDoc({ summary: 'Liveness', description: 'The process responds. Does not fail while the service drains.' })
  @Get('live', report)
  live() {
    return answer(this.#health.live());
  }

  @ApiDoc({ summary: 'Readiness', description: '503 while a critical part is down or the service drains.' })
  @Get('ready', report)
  async ready() {
    return answer(await this.#health.ready());
  }
}

function answer(health: HealthReport): Response {
  const body = Buffer.from(JSON.stringify(health));
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    // Keeps the connections of probes that speak HTTP/1.0.
    'content-length': String(body.length),
  };
  return new Response(body, { status: health.status === 'up' ? 200 : 503, headers });
}
