import { ApiDoc, Public, Roles } from '../routing/declare/decorators.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import { VERSION_NEUTRAL } from '../routing/declare/version.js';
import { METRICS } from '../routing/table/app-tokens.js';
import type { MetricsOptions } from '../routing/table/observing-options.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { inject } from '../wiring/inject.js';
import type { Class } from '../wiring/metadata.js';

/** The controller that serves an app's metrics; none without the `metrics` option. */
export function metricsControllers({ metrics }: Pick<ServiceOptions, 'metrics'>): readonly Class[] {
  return metrics ? [metricsController(metrics === true ? {} : metrics)] : [];
}

/** Everybody may read the metrics unless the option names roles. */
function metricsController({ path = 'metrics', roles }: MetricsOptions): Class {
  const access = roles ? Roles(...roles) : Public();

  @access
  @ApiDoc({ tags: ['Metrics'] })
  @Controller('', { version: VERSION_NEUTRAL })
  class MetricsController {
    readonly #metrics = inject(METRICS);

    @Get(path, { response: { 200: { mediaTypes: ['application/openmetrics-text'] } } })
    async metrics(): Promise<Response> {
      const { text, mediaType } = await this.#metrics.read();
      return new Response(text, { headers: { 'Content-Type': mediaType, 'Cache-Control': 'no-store' } });
    }
  }
  return MetricsController;
}
