import { isObject } from '../../json/json.js';
import type { OpenApiDocument, Operation } from './open-api.js';

/** An AsyncAPI 3 document: the events that a service sends, as its OpenAPI document has them. */
export type AsyncApiDocument = Readonly<Record<string, unknown>>;

const schemaPrefix = '#/components/schemas/';

/** The webhooks of a document as AsyncAPI 3.0: a channel, a message and an operation for each event. */
export function buildAsyncApi({ info, webhooks = {}, components = {} }: OpenApiDocument): AsyncApiDocument {
  const events = Object.entries(webhooks).map(([name, { post }]) => [name, post!] as const);
  const { title, version, description, contact, license } = info;
  const schemas = schemasOf(events, components['schemas'] ?? {});
  return {
    asyncapi: '3.0.0',
    info: {
      title,
      version,
      ...(description !== undefined && { description }),
      ...(contact && { contact }),
      ...(license && { license: { name: license.name, ...('url' in license && { url: license.url }) } }),
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      events.map(([name, { summary, description: text }]) => [
        name,
        {
          // The address is that of the endpoint, which its owner chose.
          address: null,
          title: summary,
          description: text,
          messages: { [name]: { $ref: `#/components/messages/${name}` } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      events.map(([name, { summary }]) => [
        `send.${name}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${name}` },
          summary,
          messages: [{ $ref: `#/channels/${name}/messages/${name}` }],
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(events.map(([name, operation]) => [name, messageOf(name, operation)])),
      ...(Object.keys(schemas).length > 0 && { schemas }),
    },
  };
}

function messageOf(name: string, { summary, description, parameters = [], requestBody }: Operation) {
  const headers = parameters.filter((one) => 'in' in one && one.in === 'header');
  const media = requestBody?.content['application/json'];
  return {
    name,
    title: summary,
    description,
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: headers.map((one) => one.name),
      properties: Object.fromEntries(headers.map((one) => [one.name, { ...one.schema, description: one.description }])),
    },
    payload: media?.schema,
  };
}

/** The components that payloads refer to, directly or through others. */
function schemasOf(events: readonly (readonly [string, Operation])[], all: Readonly<Record<string, unknown>>) {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isObject(value)) return;
    const { $ref } = value;
    const name = typeof $ref === 'string' && $ref.startsWith(schemaPrefix) ? $ref.slice(schemaPrefix.length) : null;
    if (name !== null && name in all && !found.has(name)) {
      found.add(name);
      walk(all[name]);
    }
    Object.values(value).forEach(walk);
  };
  for (const [, { requestBody }] of events) walk(requestBody);
  return Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)));
}
