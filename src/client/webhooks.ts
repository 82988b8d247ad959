import { objectAt, type Json } from '../json/json.js';
import type { OpenDocument } from '../openapi/open-document.js';
import { listWebhooks } from '../openapi/operations/list-operations.js';
import { isJson } from '../routing/table/responses.js';
import { writeComment } from '../text/write-comment.js';
import { eventHeader, signatureHeader } from '../webhooks/signature/received-webhook.js';

/** An event, and the name of the type of its payload. */
export interface ClientWebhook {
  /** `book.added` */
  readonly event: string;
  readonly type: string;
}

interface Receiver {
  readonly version: string | null;
  readonly webhooks: readonly ClientWebhook[];
}

/** What a module of a version with webhooks declares and imports for them. */
export const webhookNames = [
  'webhooks',
  'WebhookEvent',
  'receiveWebhook',
  'createReceiver',
  'EventOf',
  'ReceiveWebhook',
  'UnexpectedWebhookError',
  'WebhookVerificationError',
];

/** The modules that only clients with webhooks have. */
export const webhookModules: readonly string[] = ['received-webhook', 'webhooks'];

/** The webhooks of a document that are signed as Standard Webhooks and name their event in a header, with the schemas of their bodies. */
export function signedWebhooks(document: OpenDocument): readonly { readonly event: string; readonly schema: Json }[] {
  return [...listWebhooks(document).values()].flatMap(({ path: event, method, node, parameters }) => {
    const headers = parameters.filter(({ carrier }) => carrier === 'header').map(({ name }) => name.toLowerCase());
    if (method !== 'POST' || ![signatureHeader, eventHeader].every((name) => headers.includes(name))) return [];
    const content = objectAt(document.resolve(node['requestBody'])['content']);
    const media = Object.keys(content).find(isJson);
    const schema = media === undefined ? undefined : document.resolve(content[media])['schema'];
    return schema === undefined ? [] : [{ event, schema }];
  });
}

/** What the module of a version imports for its webhooks. */
export const importWebhooks = ({ webhooks }: Pick<Receiver, 'webhooks'>, suffix: string): readonly string[] =>
  webhooks.length === 0
    ? []
    : [
        `import { createReceiver, type EventOf, type ReceiveWebhook } from './webhooks${suffix}';`,
        `export { UnexpectedWebhookError, WebhookVerificationError } from './webhooks${suffix}';`,
      ];

/** The receiver of a version; `typeOf` is how its module writes a type. */
export function writeWebhooks(
  { version, webhooks }: Receiver,
  name: string,
  typeOf: (type: string) => string,
): readonly string[] {
  if (webhooks.length === 0) return [];
  const events = webhooks.map(({ event }) => JSON.stringify(event));
  return [
    '',
    writeComment(`The payloads of the webhooks of ${name}, by event.`),
    'export interface webhooks {',
    ...webhooks.map(({ type }, index) => `  ${events[index]}: ${typeOf(type)};`),
    '}',
    '',
    writeComment(`A webhook of ${name} whose signature holds; \`event\` says which \`payload\` it has.`),
    'export type WebhookEvent = EventOf<webhooks>;',
    '',
    writeComment(
      `Verifies a webhook of ${name} (Standard Webhooks) and reads its payload. Rejects with a WebhookVerificationError for one that is not from the sender or too old, and with an UnexpectedWebhookError for one of another version or of an event that is not in \`webhooks\`.`,
    ),
    `export const receiveWebhook: ReceiveWebhook<webhooks> = /* @__PURE__ */ createReceiver<webhooks>(${JSON.stringify(version)}, [${events.join(', ')}]);`,
  ];
}
