import { ApiDoc, ApiHidden, Public, SkipThrottle } from '../../routing/declare/decorators.js';
import type { RouteSchemas } from '../../routing/declare/route-schemas.js';
import { Controller, Get } from '../../routing/declare/verbs.js';
import { VERSION_NEUTRAL } from '../../routing/declare/version.js';
import { APP_LOGGER, APP_STATE } from '../../routing/table/app-tokens.js';
import { inject } from '../../wiring/inject.js';
import type { Class } from '../../wiring/metadata.js';
import { Module } from '../../wiring/module.js';
import { provide } from '../../wiring/provide.js';
import { Health } from './health.js';
import { type HealthOptions, readHealthOptions } from './health-options.js';
import { HealthReport } from './health-report.js';

const report = { response: { 200: HealthReport, 503: HealthReport } } satisfies RouteSchemas;

function healthController({ live, ready, documented }: Required<HealthOptions>): Class {
  const shown = documented ? ApiDoc({ tags: ['Health'] }) : ApiHidden();

  @shown
  @Public()
  @SkipThrottle()
  @Controller('', { version: VERSION_NEUTRAL })
  class HealthController {
    readonly #health = inject(Health);

    @ApiDoc({ summary: 'Liveness', description: 'The process responds. Does not fail while the service drains.' })
    @Get(live, report)
    live() {
      return answer(this.#health.live());
    }

    @ApiDoc({ summary: 'Readiness', description: '503 while a critical part is down or the service drains.' })
    @Get(ready, report)
    async ready() {
      return answer(await this.#health.ready());
    }
  }
  return HealthController;
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

const partsOf = (options: Required<HealthOptions>) => ({
  controllers: [healthController(options)],
  providers: [
    provide(Health, {
      useFactory: (app, log) => new Health(options.cacheMs, app, log),
      inject: [APP_STATE, APP_LOGGER],
    }),
  ],
});

/** Liveness and readiness, for probes: public, for every version, without limits. Parts add their checks to `Health`. */
@Module(partsOf(readHealthOptions({})))
export class HealthModule {
  /** The same with other paths, or documented. Throws a TypeError for a wrong option. */
  static with(options: HealthOptions): Class {
    const parts = partsOf(readHealthOptions(options));
    @Module(parts)
    class ConfiguredHealthModule {}
    return ConfiguredHealthModule;
  }
}
