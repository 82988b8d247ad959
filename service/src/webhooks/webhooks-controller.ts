import { ApiDoc, Authenticated, Controller, Delete, Get, HttpError, inject, type Input, Patch, Post } from 'svckit';
import { type WebhookDelivery, type WebhookEndpoint, Webhooks } from 'svckit/webhooks';
import type { AccountCaller } from '../auth/account-caller.js';
import { setLocation } from '../created.js';
import * as routes from './webhooks-schemas.js';

@ApiDoc({ tags: ['Webhooks'] })
@Authenticated()
@Controller('webhooks')
export class WebhooksController {
  readonly #webhooks = inject(Webhooks);

  @ApiDoc({ summary: 'List your endpoints', description: 'In the order in which they were created.' })
  @Get('endpoints', routes.list)
  async list({ caller, query }: Input<typeof routes.list>) {
    const endpoints = await this.#webhooks.endpoints.list({ ...ownedBy(caller), ...query });
    return endpoints.map(shownEndpoint);
  }

  @ApiDoc({
    summary: 'Create an endpoint',
    description:
      'It gets its events in its version, whatever is released later. The answer has the secret, which is shown once.',
  })
  @Post('endpoints', routes.create)
  async create({ caller, body, req, res }: Input<typeof routes.create>) {
    const endpoint = await this.#webhooks.endpoints.create({ ...ownedBy(caller), ...body });
    setLocation({ req, res }, endpoint.id);
    return { ...shownEndpoint(endpoint), secret: endpoint.secret };
  }

  @ApiDoc({ summary: 'Read an endpoint', description: 'One of your endpoints by id.' })
  @Get('endpoints/:id', routes.one)
  async one({ caller, params: { id } }: Input<typeof routes.one>) {
    return shownEndpoint(known(await this.#webhooks.endpoints.find(id, ownedBy(caller))));
  }

  @ApiDoc({
    summary: 'Change an endpoint',
    description: 'Another version is for events from then on; what was published before keeps its version.',
  })
  @Patch('endpoints/:id', routes.update)
  async update({ caller, params: { id }, body }: Input<typeof routes.update>) {
    return shownEndpoint(known(await this.#webhooks.endpoints.update(id, { ...ownedBy(caller), ...body })));
  }

  @ApiDoc({ summary: 'Delete an endpoint', description: 'With its deliveries.' })
  @Delete('endpoints/:id', routes.remove)
  async remove({ caller, params: { id } }: Input<typeof routes.remove>) {
    if (!(await this.#webhooks.endpoints.remove(id, ownedBy(caller)))) throw unknown('endpoint');
  }

  @ApiDoc({
    summary: 'Rotate the secret of an endpoint',
    description: 'The answer has the new secret. For a day, events are signed with both.',
  })
  @Post('endpoints/:id/rotate', routes.rotate)
  async rotate({ caller, params: { id } }: Input<typeof routes.rotate>) {
    const endpoint = known(await this.#webhooks.endpoints.rotate(id, ownedBy(caller)));
    return { ...shownEndpoint(endpoint), secret: endpoint.secret };
  }

  @ApiDoc({ summary: 'Send a test event', description: 'An example of an event, in the version of the endpoint.' })
  @Post('endpoints/:id/test', routes.test)
  async test({ caller, params: { id }, body }: Input<typeof routes.test>) {
    return known(await this.#webhooks.endpoints.test(id, { ...ownedBy(caller), ...body }));
  }

  @ApiDoc({
    summary: 'List your deliveries',
    description: 'The newest first; those that are over are kept for 30 days.',
  })
  @Get('deliveries', routes.deliveries)
  async deliveries({ caller, query }: Input<typeof routes.deliveries>) {
    const deliveries = await this.#webhooks.deliveries.list({ ...ownedBy(caller), ...query });
    return deliveries.map(shownDelivery);
  }

  @ApiDoc({
    summary: 'Send a delivery again',
    description: 'With the same `webhook-id` and the same body. A delivery that is not over yet goes on as it is.',
  })
  @Post('deliveries/:id/replay', routes.replay)
  async replay({ caller, params: { id } }: Input<typeof routes.replay>) {
    const delivery = await this.#webhooks.deliveries.replay(id, ownedBy(caller));
    if (!delivery) throw unknown('delivery');
    return shownDelivery(delivery);
  }
}

const ownedBy = (caller: Input['caller']) => ({ subject: (caller as AccountCaller).id });

const unknown = (what: 'endpoint' | 'delivery') =>
  new HttpError(404, `You have no such ${what}.`, { code: `webhook-${what}-not-found` });

function known<T>(found: T | null): T {
  if (found === null) throw unknown('endpoint');
  return found;
}

const timeOf = (date: Date | null) => date?.toISOString() ?? null;

const shownEndpoint = ({ subject: _, createdAt, succeededAt, failedAt, events, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  events: [...events],
  createdAt: createdAt.toISOString(),
  succeededAt: timeOf(succeededAt),
  failedAt: timeOf(failedAt),
});

const shownDelivery = ({ subject: _, createdAt, attemptedAt, nextAt, ...delivery }: WebhookDelivery) => ({
  ...delivery,
  createdAt: createdAt.toISOString(),
  attemptedAt: timeOf(attemptedAt),
  nextAt: timeOf(nextAt),
});
