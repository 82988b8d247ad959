import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Controller, Delete, Get, Post } from '../../routing/declare/verbs.js';
import type { Input } from '../../routing/declare/route-schemas.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { Logger } from '../../routing/table/logger.js';
import { ShapeMismatch } from '../../lens/shape-errors.js';
import type { App } from '../../server/app.js';
import { createApp } from '../../server/create-app.js';
import { unknownName } from '../../text/nearest-name.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import { InvalidWebhookInput } from '../../webhooks/publish/invalid-webhook-input.js';
import { Webhooks } from '../../webhooks/publish/webhooks.js';
import { inject } from '../../wiring/inject.js';
import { Module } from '../../wiring/module.js';
import { provide } from '../../wiring/provide.js';
import { token } from '../../wiring/token.js';

const EVENTS = token<ReadonlyMap<string, Webhook>>('EVENTS');

const subject = z.string().min(1).max(200);
const owned = z.strictObject({ subject });
const publish = {
  params: z.object({ name: z.string() }),
  query: owned,
  body: z.json(),
  status: 202 as const,
};
const create = {
  body: z.strictObject({
    subject,
    url: z.string(),
    events: z.array(z.string()).min(1),
    version: z.string().optional(),
    description: z.string().max(200).optional(),
    signing: z.enum(['hmac', 'ed25519']).optional(),
  }),
};
const list = { query: owned };
const remove = { params: z.object({ id: z.string() }), query: owned, status: 204 as const };

@Controller('events')
class EventsController {
  readonly #webhooks = inject(Webhooks);
  readonly #events = inject(EVENTS);

  @Post(':name', publish)
  async publish({ params: { name }, query, body }: Input<typeof publish>) {
    const webhook = this.#events.get(name);
    if (!webhook) throw new HttpError(404, unknownName('event', name, [...this.#events.keys()]));
    return this.#webhooks.publish(webhook, body, query);
  }
}

@Controller('endpoints')
class EndpointsController {
  readonly #webhooks = inject(Webhooks);

  @Post('', create)
  create({ body }: Input<typeof create>) {
    return this.#webhooks.endpoints.create(body);
  }

  @Get('', list)
  list({ query }: Input<typeof list>) {
    return this.#webhooks.endpoints.list(query);
  }

  @Delete(':id', remove)
  async remove({ params: { id }, query }: Input<typeof remove>) {
    if (!(await this.#webhooks.endpoints.remove(id, query)))
      throw new HttpError(404, `${query.subject} has no endpoint ${id}.`);
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Takes events and endpoints from callers with the token. */
export function createPublishApp(
  publishing: Webhooks,
  webhooks: readonly Webhook[],
  secret: string,
  logger: Logger,
): Promise<App> {
  const known = digest(secret);
  @Module({
    controllers: [EventsController, EndpointsController],
    providers: [provide(EVENTS, { useValue: new Map(webhooks.map((webhook) => [webhook.name, webhook])) })],
  })
  class Root {}
  return createApp(Root, {
    logger,
    defaultAccess: 'authenticated',
    // Digests are of one length, so that the time of the comparison says nothing of the token.
    authenticate: ({ headers }) => {
      const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
      return given !== undefined && timingSafeEqual(digest(given), known) ? { id: 'publisher', roles: [] } : null;
    },
    providers: [provide(Webhooks, { useFactory: () => publishing })],
    mapError: (error) => {
      if (error instanceof ShapeMismatch) return refusal(error.message, error.pointer);
      if (error instanceof InvalidWebhookInput) return refusal(error.message, `/${error.member}`);
      return undefined;
    },
  });
}

const refusal = (message: string, pointer: string) =>
  new HttpError(400, message, {
    errors: [{ in: 'body', path: pointer.slice(1).replaceAll('/', '.'), message, code: 'custom' }],
  });
