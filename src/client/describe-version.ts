import type { ContractLock } from '../contract/lock/contract-lock.js';
import { lockedScheme } from '../contract/lock/locked-scheme.js';
import { openDocument } from '../openapi/open-document.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import type { Operation } from '../openapi/operations/operation-pair.js';
import { withoutDeprecationText } from '../export/document/build-operation.js';
import { listAt, objectAt, textAt, type Json } from '../json/json.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import { previewField } from '../text/preview-field.js';
import type { VersioningScheme } from '../routing/versioning/versioning-type.js';
import { type DescribedType, typeDescriber } from './describe-types.js';
import { operationTypeName, pascalCase } from '../text/operation-type-name.js';
import { type ClientWebhook, signedWebhooks, webhookNames } from './webhooks.js';

/** The methods that openapi-fetch sends. */
const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

/** A segment that names the version: `/v2` after `/api`. */
export interface PathSegment {
  readonly before: string;
  readonly segment: string;
}

export interface ClientOperation {
  readonly method: string;
  /** As the client is called with it: without the segment that names the version. */
  readonly path: string;
  /** How the document has it: the segment after `before`; null where it has none. */
  readonly segment: PathSegment | null;
  /** The name of its type. */
  readonly type: string;
  readonly operation: Operation;
}

/** What a request adds to name its version. */
export interface VersionMark {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** One version of an API, as a client sees it. */
export interface ClientVersion {
  readonly version: string | null;
  /** Those that are on, sorted: of such a version only types are written. */
  readonly previews: readonly string[];
  readonly title: string;
  /** The version of the document, where it is one that npm knows; else 0.0.0. */
  readonly release: string;
  /** The first server of the document; empty if that is not an address. */
  readonly server: string;
  readonly operations: readonly ClientOperation[];
  readonly webhooks: readonly ClientWebhook[];
  readonly types: ReadonlyMap<string, DescribedType>;
  /** The type of a reference such as `#/components/schemas/Order`. */
  readonly nameOf: (reference: string) => string | undefined;
  readonly mark: VersionMark;
}

/** Reads from the contract of a version what its client needs. */
export function describeVersion({
  version,
  document,
  previews = [],
}: ContractLock & { readonly previews?: readonly string[] }): ClientVersion {
  const opened = openDocument(document);
  const scheme = version === null ? null : lockedScheme(document);
  const found = listOperations(opened).filter(({ method }) => methods.has(method));
  const paths = clientPaths(found, version, scheme);
  const received = previews.length > 0 ? [] : signedWebhooks(opened);
  const describer = typeDescriber(opened, received.length > 0 ? webhookNames : []);
  const fixed = { headers: new Map<string, string>(), query: new Map<string, string>() };
  const operations = found
    .map((operation) => ({ operation, ...paths.get(operation.path)! }))
    .sort((a, b) => codeUnitOrder(a.path, b.path) || codeUnitOrder(a.operation.method, b.operation.method))
    .map(({ operation, path, segment }): ClientOperation => {
      const { node, method } = operation;
      const description = withoutDeprecationText(textAt(node['description']) ?? '');
      const parameters = operation.parameters.filter(({ name, carrier, node: parameter }) => {
        if (previews.length > 0 && carrier === 'header' && name === previewField) return false;
        if (version === null || (carrier !== 'header' && carrier !== 'query')) return true;
        const { parameter: own } = scheme ?? { parameter: null };
        if (own && own.in === carrier && own.name.toLowerCase() === name.toLowerCase()) return false;
        if (scheme !== null || onlyValue(opened.resolve(parameter['schema'])) !== version) return true;
        fixed[carrier === 'header' ? 'headers' : 'query'].set(name, version);
        return false;
      });
      const type = describer.addOperation(operationTypeName(method, path), {
        ...(node['summary'] !== undefined && { summary: node['summary'] }),
        ...(description !== '' && { description }),
        parameters: parameters.map(({ node: parameter }) => parameter),
        ...(node['requestBody'] !== undefined && { requestBody: node['requestBody'] }),
        ...(node['responses'] !== undefined && { responses: node['responses'] }),
      });
      return { method, path, segment, type, operation };
    });
  const webhooks = received.map(({ event, schema }) => ({
    event,
    type: describer.addSchema(pascalCase(event), schema),
  }));
  const asked = version === null ? undefined : scheme?.askFor(version);
  return {
    version,
    previews,
    title: textAt(objectAt(document['info'])['title']) ?? 'API',
    release: releaseOf(objectAt(document['info'])['version']),
    server: serverOf(listAt(document['servers'])[0]),
    operations,
    webhooks,
    types: describer.types,
    nameOf: describer.nameOf,
    mark: asked ?? { headers: Object.fromEntries(fixed.headers), query: Object.fromEntries(fixed.query) },
  };
}

interface ClientPath {
  readonly path: string;
  readonly segment: PathSegment | null;
}

/** The paths without the segment that names the version; a path keeps it where another path would be the same without. */
function clientPaths(
  operations: readonly Operation[],
  version: string | null,
  scheme: VersioningScheme | null,
): ReadonlyMap<string, ClientPath> {
  const named = scheme ? [scheme.segment(version ?? '')] : version === null ? [] : [`v${version}`, version];
  const owners = new Map(operations.map(({ path }) => [path, path]));
  return new Map(
    operations.map((operation): readonly [string, ClientPath] => {
      const { path, apiVersion } = operation;
      const segments = path.split('/');
      const position = segments.findIndex((segment) => segment !== '' && named.includes(segment));
      const short = segments.toSpliced(position, 1).join('/');
      if (position < 0 || short === '' || (scheme && apiVersion === null)) return [path, { path, segment: null }];
      if ((owners.get(short) ?? path) !== path) return [path, { path, segment: null }];
      owners.set(short, path);
      const before = segments.slice(0, position).join('/');
      return [path, { path: short, segment: { before, segment: `/${segments[position]}` } }];
    }),
  );
}

/** The value of a schema that allows only one. */
function onlyValue(schema: ReturnType<typeof objectAt>): string | null {
  const [only, ...others] = schema['const'] === undefined ? listAt(schema['enum']) : [schema['const']];
  return others.length > 0 || only === undefined ? null : String(only);
}

function serverOf(server: Json | undefined): string {
  const url = textAt(objectAt(server)['url']) ?? '';
  return /^https?:\/\//.test(url) && !url.includes('{') ? url.replace(/\/+$/, '') : '';
}

function releaseOf(version: Json | undefined): string {
  const text = textAt(version) ?? '';
  return /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(text) ? text : '0.0.0';
}
