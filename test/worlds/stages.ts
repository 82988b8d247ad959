import { createApp, type Logger, operation, type Versions } from 'svckit';
import { around, defineGateway } from 'svckit/around';
import { buildDocument, compileRoutes } from 'svckit/export';
import { testApp } from 'svckit/testing';
import type { ChangeOperation } from './declare-versions.js';
import type { handlersOf, operationsOf } from './world-handlers.js';

/** A world of which a stage makes a service. */
export interface Staged {
  readonly operations: ReturnType<typeof operationsOf>;
  readonly handlers: ReturnType<typeof handlersOf>;
  readonly declare: (changeOperation: ChangeOperation) => Versions;
  readonly logger: Logger;
}

/** A service with every version of a world. */
export interface Service {
  readonly versions: Versions;
  readonly routes: Parameters<typeof buildDocument>[0];
  request(path: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const header = { type: 'header', header: 'X-API-Version' } as const;

/** The ways in which a world gets its older versions; a client sees the same in each. */
export const stages = {
  /** A service of svckit, whose handlers are written for the newest version. */
  native: async ({ handlers: { Root, controllers }, declare, logger }) => {
    const versions = declare((name, way) => operation(() => controllers[name], name as never, way as never));
    const { app, request, close } = await testApp(Root, { versioning: { ...header, versions }, logger });
    return { versions, routes: app, request, close };
  },
  /** An application that knows no versions, in the same process. */
  around: async (world) => {
    const { application, options } = await newestOnly(world);
    const versioned = around(options);
    const handler = versioned.fetch((request) => application.fetch(request));
    return {
      versions: options.versions,
      routes: compileRoutes(versioned.root, versioned),
      request: async (path, init) => handler(new Request(new URL(path, 'http://world.test'), init)),
      close: async () => {
        await versioned.close();
        await application.close();
      },
    };
  },
  /** An application that knows no versions, at an address. */
  gateway: async (world) => {
    const { application, options } = await newestOnly(world);
    const upstream = await application.listen();
    const { root, prepare: _prepare, ...definition } = defineGateway({ ...options, upstream });
    const gateway = await createApp(root, definition);
    const url = await gateway.listen();
    return {
      versions: options.versions,
      routes: gateway,
      request: (path, init) => fetch(new URL(path, url), init),
      close: async () => {
        await gateway.close();
        await application.close();
      },
    };
  },
} satisfies Record<string, (world: Staged) => Promise<Service>>;

/** An application of the newest version, and what svckit needs to know to stand around it. */
async function newestOnly({ operations: { send, search, read }, handlers: { Root }, declare, logger }: Staged) {
  const { app: application } = await testApp(Root, { logger });
  const operations = {
    send: { operationId: 'send', method: 'PUT', path: '/things', body: send.body, responses: send.response },
    search: {
      operationId: 'search',
      method: 'GET',
      path: '/things/search',
      query: search.query,
      responses: search.response,
    },
    read: { operationId: 'read', method: 'GET', path: '/things/one', responses: read.response },
  } as const;
  const versions = declare((name, { before: { path, ...before }, ...way }) => {
    const whole = { ...way, before: { ...before, ...(path !== undefined && { path: `/things/${path}` }) } };
    return operation(operations[name], whole as never);
  });
  const document = buildDocument(application);
  return { application, options: { document, shapes: {}, operations, versions, versioning: header, logger } };
}

export type Stage = keyof typeof stages;
