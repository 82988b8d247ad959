import { readableWebhooks } from '../../routing/table/check-webhooks.js';
import type { Schema } from '../../schema/standard-schema.js';
import { codeUnitOrder } from '../../text/code-unit-order.js';
import {
  eventHeader,
  idHeader,
  signatureHeader,
  timestampHeader,
  versionHeader,
} from '../../webhooks/signature/received-webhook.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import { describeMedia } from './build-responses.js';
import type { DocumentSettings } from './document-settings.js';
import { humanise } from './humanise.js';
import type { Operation, Parameter, PathItem } from './open-api.js';
import type { OperationContext } from './operation-context.js';

/** A webhook in the version of a document. */
export interface Payload {
  readonly webhook: Webhook;
  readonly schema: Schema;
  readonly version: string;
}

/** The webhooks of a service as a document shows them, by name; those of the newest version where it holds all versions. */
export function payloadsOf(settings: DocumentSettings, asked: string | null): readonly Payload[] {
  const versions = settings.versioning?.versions;
  if (!versions) return [];
  const version = asked ?? versions.newest;
  return readableWebhooks(settings)
    .toSorted((one, other) => codeUnitOrder(one.name, other.name))
    .map((webhook) => ({
      webhook,
      version,
      schema: versions.schemaOf(webhook.payload, version) as Schema,
    }));
}

/** `BookAdded`: what the body of `book.added` is called where its schema has no id. */
export const payloadName = ({ name }: Webhook): string =>
  name
    .split(/[._]/)
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

/** The `webhooks` of a document (OpenAPI 3.1, section 4.8.1). */
export function buildWebhooks(
  payloads: readonly Payload[],
  context: OperationContext,
): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(payloads.map((payload) => [payload.webhook.name, { post: buildEvent(payload, context) }]));
}

function buildEvent({ webhook, schema, version }: Payload, context: OperationContext): Operation {
  const { name, description } = webhook;
  return {
    operationId: `webhook_${name}`,
    summary: humanise(payloadName(webhook)),
    description: `${description} Sent to endpoints of version ${version}. Delivered at least once and in no order: the same \`${idHeader}\` is the same event.`,
    tags: ['Webhooks'],
    security: [],
    parameters: parametersOf(name),
    requestBody: {
      required: true,
      content: { 'application/json': describeMedia(context.describe(schema, 'output'), context) },
    },
    responses: {
      '2XX': { description: 'Received. Any other answer is tried again.' },
      '410': { description: 'Send nothing to this endpoint any more: it is disabled.' },
      '429': { description: 'Slow down: the next attempt waits, as long as `Retry-After` says.' },
    },
  };
}

const parametersOf = (name: string): readonly Parameter[] => [
  header(idHeader, 'The event: the same for each attempt.', { type: 'string' }),
  header(timestampHeader, 'When this attempt was sent, in seconds since 1970.', { type: 'string', pattern: '^\\d+$' }),
  header(signatureHeader, 'Signatures of id, timestamp and body, separated by spaces (Standard Webhooks).', {
    type: 'string',
  }),
  header(eventHeader, 'The name of the event.', { type: 'string', const: name }),
  header(versionHeader, 'The version of the body, which is that of the endpoint.', { type: 'string' }),
];

const header = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'header',
  description,
  required: true,
  schema,
});
