import { describeValue } from '../../changes/read-arguments.js';
import type { Webhook } from '../../webhooks/declare/webhook.js';
import type { WebhooksOptions } from '../../webhooks/publish/webhooks-options.js';

/** A listener beside an application that takes its events, and how they are kept and delivered. */
export interface PublishListenerOptions extends WebhooksOptions {
  /** `127.0.0.1` by default: only processes on the same machine. */
  readonly host?: string;
  /** 0 takes a free port, which is logged. */
  readonly port: number;
  /** What a request names after `Authorization: Bearer`, from the environment; without it nothing starts. It is never logged. */
  readonly token: string | undefined;
}

const example =
  "publish: { host: '127.0.0.1', port: 9090, token: process.env.PUBLISH_TOKEN, store: sqlWebhookStore(kysely), egress: 'public' }";

/** Processes on the same machine. */
export const localHost = '127.0.0.1';

const isToken = (token: unknown): token is string => typeof token === 'string' && /^[!-~]+$/.test(token);

/** The token; throws where its variable is not set. */
export function tokenOf({ token }: Pick<PublishListenerOptions, 'token'>): string {
  if (token !== undefined) return token;
  throw new TypeError(
    'publish.token is missing, so that nobody may publish. Set its variable, such as PUBLISH_TOKEN, to a long random text.',
  );
}

/** Throws a TypeError, in the words of `owner`, for wrong options. No message shows the token. */
export function requirePublish(
  publish: PublishListenerOptions,
  webhooks: readonly Webhook[] | undefined,
  owner: string,
): void {
  if (typeof publish !== 'object' || publish === null)
    throw new TypeError(`${owner}(): publish is ${describeValue(publish)}. Write ${example}.`);
  const { host = localHost, port, token } = publish;
  // A variable that is not set is refused when the listener opens: commands read the definition without it.
  if (!('token' in publish) || (token !== undefined && !isToken(token)))
    throw new TypeError(
      `${owner}(): publish.token is ${'token' in publish ? 'no text without spaces' : 'missing'}. Write ${example}.`,
    );
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(
      `${owner}(): publish.port is ${describeValue(port)}. Write a port from 0 to 65535: ${example}.`,
    );
  if (typeof host !== 'string' || host === '')
    throw new TypeError(
      `${owner}(): publish.host is ${describeValue(host)}. Write an address to listen at: ${example}.`,
    );
  if (!Array.isArray(webhooks) || webhooks.length === 0)
    throw new TypeError(`${owner}(): publish needs the events that it takes. Write webhooks: [bookAdded].`);
}
