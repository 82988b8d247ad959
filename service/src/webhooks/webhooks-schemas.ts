import { z } from 'zod';
import { created } from '../created.js';
import { storableText } from '../database/storable-text.js';
import { changeUnavailable, databaseUnavailable, NotFound, Problem } from '../problem-schemas.js';
import { webhooks } from './events.js';

const eventNames = webhooks.map(({ name }) => name) as [string, ...string[]];
const event = z.enum(eventNames);
const time = z.iso.datetime();
const id = (example: string) => storableText(1, 64).meta({ examples: [example] });
const endpointId = id('ep_0mwxi2yo0000a1b2c3d4e5f6a7b8c9d0');
const deliveryId = id('dlv_0mwxi2yo0000a1b2c3d4e5f6a7b8c9d0');
const url = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe('Where events are sent.')
  .meta({ examples: ['https://example.com/webhooks'] });
const version = storableText(1, 20)
  .describe('The version of the bodies.')
  .meta({ examples: ['2'] });
const description = storableText(0, 200);
const subscribed = z.array(event).min(1).max(eventNames.length);

const endpoint = z.object({
  id: endpointId,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  version: z.string(),
  disabled: z
    .enum(['owner', 'gone', 'failing', 'version-gone'])
    .nullable()
    .describe('Why it gets no events; null while it does.'),
  createdAt: time,
  succeededAt: time.nullable(),
  failedAt: time.nullable(),
});

export const WebhookEndpoint = endpoint.meta({ id: 'WebhookEndpoint', description: 'Where an account gets events.' });
export const CreatedEndpoint = endpoint
  .extend({ secret: z.string().describe('What the receiver verifies signatures with. It is shown once.') })
  .meta({ id: 'CreatedEndpoint', description: 'An endpoint with its secret.' });
export const CreateEndpoint = z
  .strictObject({
    url,
    events: subscribed,
    version: version.optional(),
    description: description.default(''),
    signing: z.enum(['hmac', 'ed25519']).default('hmac'),
  })
  .meta({ id: 'CreateEndpoint', description: 'A new endpoint; the newest version by default.' });
export const UpdateEndpoint = z
  .strictObject({ url, events: subscribed, version, description, enabled: z.boolean() })
  .partial()
  .meta({ id: 'UpdateEndpoint', description: 'What changes of an endpoint. A version is for later events.' });
export const WebhookDelivery = z
  .object({
    id: deliveryId,
    event: z.string().describe('The `webhook-id`.'),
    name: z.string().describe('The name of the event.'),
    endpoint: z.string(),
    version: z.string(),
    state: z.enum(['pending', 'sending', 'delivered', 'failed']),
    attempts: z.int().min(0),
    createdAt: time,
    attemptedAt: time.nullable(),
    nextAt: time.nullable(),
    status: z.int().nullable().describe('The status of the last answer.'),
    reason: z.string().nullable().describe('Why the last attempt failed.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one endpoint.' });

const page = { limit: z.coerce.number().int().min(1).max(100).default(50).describe('Maximum number of entries.') };
const reading = { 401: Problem, 503: databaseUnavailable };
const changing = { 401: Problem, 503: changeUnavailable };
const ofEndpoint = { params: z.object({ id: endpointId }) };
const ofDelivery = { params: z.object({ id: deliveryId }) };

export const list = {
  query: z.object({
    ...page,
    after: endpointId.optional().describe('The id of the last endpoint of the page before.'),
  }),
  response: { 200: z.array(WebhookEndpoint), ...reading },
};
export const create = { body: CreateEndpoint, response: { 201: created(CreatedEndpoint), ...changing } };
export const one = { ...ofEndpoint, response: { 200: WebhookEndpoint, 404: NotFound, ...reading } };
export const update = {
  ...ofEndpoint,
  body: UpdateEndpoint,
  response: { 200: WebhookEndpoint, 404: NotFound, ...changing },
};
export const remove = { ...ofEndpoint, response: { 204: null, 404: NotFound, ...changing } };
export const rotate = { ...ofEndpoint, response: { 200: CreatedEndpoint, 404: NotFound, ...changing } };
export const test = {
  ...ofEndpoint,
  body: z.strictObject({ event: event.optional() }).meta({
    id: 'TestEndpoint',
    description: 'Which event to send an example of; the first one of the endpoint by default.',
  }),
  response: { 202: z.object({ id: z.string().describe('The `webhook-id`.') }), 404: NotFound, ...changing },
};
export const deliveries = {
  query: z.object({
    ...page,
    endpoint: endpointId.optional(),
    state: WebhookDelivery.shape.state.optional(),
    before: deliveryId.optional().describe('The id of the last delivery of the page before.'),
  }),
  response: { 200: z.array(WebhookDelivery), ...reading },
};
export const replay = { ...ofDelivery, response: { 202: WebhookDelivery, 404: NotFound, ...changing } };
