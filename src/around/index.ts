/**
 * Older versions of an API that exists: around an application in the same process, and as a gateway in front of one in any language.
 *
 * @module svckit/around
 */

export { around, type AroundApplication } from './around.js';
export type { DriftCount } from './drift.js';
export type { FastifyPlugin } from './fastify/structure.js';
export type { AroundOptions, CallerRequest, PathOptions } from './options.js';
export type { DescribedBy } from './read-document.js';
export type { PublishListenerOptions } from './publish/publish-options.js';
export type { DocumentOperations } from './relayed-operations.js';
export { defineGateway, type GatewayOptions } from './gateway/define-gateway.js';
