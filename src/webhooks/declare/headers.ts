/** The same for every attempt of an event (Standard Webhooks). */
export const idHeader = 'webhook-id';

/** Seconds since 1970, of the attempt (Standard Webhooks). */
export const timestampHeader = 'webhook-timestamp';

/** Signatures with spaces between them (Standard Webhooks). */
export const signatureHeader = 'webhook-signature';

/** The name of the event. */
export const eventHeader = 'webhook-event';

/** The version of the body. */
export const versionHeader = 'webhook-version';
