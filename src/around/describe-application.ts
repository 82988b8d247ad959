import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { objectAt, textAt } from '../json/json.js';
import { type OpenDocument, openDocument } from '../openapi/open-document.js';
import type { Versions } from '../changes/known-versions.js';
import type { Source } from '../report/boot-problem.js';
import { captureSource } from '../report/load-session.js';
import type { Schema } from '../schema/standard-schema.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import { declaredShape } from '../routing/changes/operation-stage.js';
import type { Application, DescribedApplication as DescribedSource } from '../routing/table/application.js';
import { checkSecuritySchemes } from '../routing/table/check-security-schemes.js';
import type { RouteCall } from '../routing/table/observing-options.js';
import { joinPath } from '../routing/table/path.js';
import type { SecurityScheme } from '../routing/table/security-schemes.js';
import type { DocumentInfo } from '../routing/table/document-options.js';
import type { Logger } from '../routing/table/logger.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import { consoleLogger } from '../server/observe/console-logger.js';
import type { Class } from '../wiring/metadata.js';
import { Module } from '../wiring/module.js';
import { applicationPaths } from './application-paths.js';
import { allHops, changedShapes } from './changed-shapes.js';
import { Drift } from './drift.js';
import { headersOf } from './fetch/request-of.js';
import { type NamesVersion, namesVersion } from './name-version.js';
import type { AroundOptions } from './options.js';
import { publishModule } from './publish/publish-module.js';
import { requireOptions } from './require-options.js';
import { readDocument } from './read-document.js';
import { ApplicationSpelling } from './application-spelling.js';
import { OlderPaths } from './older-paths.js';
import { relay } from './relay.js';
import { relayedController } from './relayed-controller.js';
import { type OmittedOperation, type RelayedOperation, relayedOperations } from './relayed-operations.js';

/** A definition of an application's versions that every command reads, without what serves it. */
export interface DescribedApplication {
  readonly definition: ServiceDefinition;
  readonly drift: Drift;
  /** Which spellings of a path are one to it. */
  readonly spelling: ApplicationSpelling;
  readonly logger: () => Logger;
  /** How a request names the version of the application. */
  readonly names: () => NamesVersion;
}

/** What is made of a document, once. */
interface Relays {
  readonly described: DescribedSource;
  readonly names: NamesVersion;
  readonly root: Class;
  readonly info: DocumentInfo;
  readonly prefix: string;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>> | undefined;
}

const mebibyte = 1024 * 1024;
const optionNames = new Set([
  'document',
  'shapes',
  'operations',
  'versions',
  'versioning',
  'caller',
  'drift',
  'answerLimit',
  'timeoutMs',
  'paths',
  'publish',
]);

/**
 * Describes an application by its document and its changes. `own` are members of the definition, `modules` those of its root. Throws a
 * TypeError for wrong options; the document is read when the definition's members are.
 */
export function describeApplication(
  options: AroundOptions,
  name: string,
  own: { readonly application: Omit<Application, 'described' | 'spelling'> } & Partial<
    Omit<ServiceDefinition, 'application'>
  >,
  modules: readonly Class[] = [],
): DescribedApplication {
  requireOptions(options, name);
  const source = captureSource();
  const {
    versions,
    versioning: named,
    drift: policy = 'report',
    timeoutMs = 60_000,
    answerLimit = 16 * mebibyte,
  } = options;
  const versioning = { ...named, versions } as VersioningOptions;
  const logger = (): Logger => options.logger ?? consoleLogger;
  const drift = new Drift(logger);
  const spelling = new ApplicationSpelling(options.paths);
  const { publish, webhooks = [] } = options;
  const publishing = publish === undefined ? [] : [publishModule(publish, webhooks)];
  let relays: Relays | undefined;
  const read = (): Relays => (relays ??= readRelays());

  function readRelays(): Relays {
    const { document: root, placesOf } = readDocument(options.document, folderOf(source()));
    const document = openDocument(root);
    const { operations: written = {}, shapes = {} } = options;
    const changed = changedShapes(versions, Object.values(shapes), Object.values(written));
    const securitySchemes = knownSchemes(document);
    const { operations, omitted } = relayedOperations(document, written, changed, securitySchemes ?? {});
    requireReachable(operations, omitted, versions);
    for (const { name } of omitted)
      logger().warn(`${name} passes as it is in every version: no route can have its method and path`);
    const paths = applicationPaths(
      operations.map(({ path }) => path),
      versioning,
      versions,
    );
    const names = namesVersion(versioning, versions, paths.prefix, (version) => olderPaths.in(version));
    const shared = { names, versions, drift, refusesDrift: policy === 'refuse', answerLimit, timeoutMs, logger };
    const relayed = operations.map((operation) => ({
      ...operation,
      declaredPath: paths.declared(operation.path),
      isNeutral: paths.isNeutral(operation.path),
      handle: relay(operation, {
        ...shared,
        ranges: operation.ranges,
        operation: `${operation.method} ${operation.path}`,
      }),
    }));
    const controller = relayedController(relayed, paths.declared);
    const olderPaths = new OlderPaths(versions, relayed, controller, (declared, version) =>
      names.inVersion(joinPath(paths.prefix, declared).path, version),
    );
    const application: Class = class Application {};
    Module({ imports: [...modules, ...publishing] as never, controllers: [controller as never] })(application as never);
    const { info } = document.root;
    return {
      root: application,
      described: {
        document: document.root,
        info: options.info ?? null,
        placesOf,
        operations: operations.map(({ key, method, path, documentPath, schemas, ranges, doc }) => ({
          key,
          method,
          path: documentPath,
          shape: { ...declaredShape(method, path, schemas, doc), ranges },
        })),
      },
      names,
      prefix: paths.prefix,
      info: {
        title: textAt(objectAt(info)['title']) ?? 'API',
        version: textAt(objectAt(info)['version']) ?? versions.newest,
        ...(textAt(objectAt(info)['description']) && { description: textAt(objectAt(info)['description'])! }),
      },
      securitySchemes,
    };
  }

  const definition = {
    ...Object.fromEntries(Object.entries(options).filter(([name]) => !optionNames.has(name))),
    versioning,
    compression: false,
    securityHeaders: false,
    usage: usageOf(options),
    ...own,
    application: { ...own.application, described: () => read().described, spelling: () => spelling.current },
    get root() {
      return read().root;
    },
    get info() {
      return options.info ?? read().info;
    },
    get prefix() {
      return read().prefix;
    },
    get securitySchemes() {
      return read().securitySchemes;
    },
  } as unknown as ServiceDefinition;

  return { definition, drift, spelling, logger, names: () => read().names };
}

/** The security schemes that can be used; a mistake in another one is its document's, and requests pass all the same. */
function knownSchemes(document: OpenDocument): Relays['securitySchemes'] {
  const schemes = Object.entries(objectAt(objectAt(document.root['components'])['securitySchemes']))
    .map(([name, scheme]) => [name, document.resolve(scheme)] as const)
    .filter(([name, scheme]) => checkSecuritySchemes({ [name]: scheme }).length === 0);
  return schemes.length === 0
    ? undefined
    : (Object.fromEntries(schemes) as unknown as NonNullable<Relays['securitySchemes']>);
}

/** Counts callers as the option names them: a key only by its hash. */
function usageOf({ usage, caller }: AroundOptions): ServiceDefinition['usage'] {
  if (!usage || !caller) return usage;
  const consumer = ({ req }: RouteCall) => {
    const found = caller({ method: req.method ?? 'GET', url: req.url ?? '/', headers: headersOf(req) });
    if (typeof found === 'string')
      return found === '' ? null : createHash('sha256').update(found).digest('hex').slice(0, 12);
    return found?.name ?? null;
  };
  return { ...(typeof usage === 'object' && usage), consumer };
}

/** Throws a TypeError where a change reaches what passes as bytes: an older version would get the newest shape. */
function requireReachable(
  operations: readonly RelayedOperation[],
  omitted: readonly OmittedOperation[],
  versions: Versions,
): void {
  const hops = allHops(versions);
  const requireUntouched = (schema: Schema, place: string) => {
    const tree = zodTreeOf(schema);
    const hop = tree && hops.find((one) => one.touches(tree));
    if (hop)
      throw new TypeError(
        `around(): the changes of version ${hop.version} reach ${place}, which passes as bytes. Give it a schema of its own in the document, or keep an older operation in the application.`,
      );
  };
  for (const { method, path, unread } of operations)
    for (const { place, schema } of unread) requireUntouched(schema, `${place} of ${method} ${path}`);
  for (const { name, schemas } of omitted)
    for (const schema of schemas) requireUntouched(schema, `${name}, whose method and path no route can have`);
}

/** Commands load a file of a service by its path from the working directory. */
const folderOf = (source: Source | null) => (source === null ? null : dirname(source.file));
