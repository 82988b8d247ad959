import type { JsonObject } from '../../json/json.js';
import { objectAt } from '../../json/json.js';
import { versioningExample, versioningScheme, versioningTypes } from '../../routing/versioning/versioning.js';
import { printDocumentShapes } from '../../shapes/print-document-shapes.js';
import { usageError } from '../command-failure.js';
import { renderTemplates, type TemplateFacts } from './service-files.js';
import type { RenderedFile } from './write-files.js';
import type { ServicePlan } from './service-plan.js';

/** What a new gateway stands in front of. */
export interface GatewayPlan {
  /** The document of the service, with everything that it refers to. */
  readonly document: JsonObject;
  readonly upstream: string;
}

/** The version that the paths of a document name, as in `/v2/books`; null where they name none. */
export function versionInPaths(document: JsonObject): string | null {
  const found = Object.keys(objectAt(document['paths'])).map(
    (path) => /^(?:\/[^/{}]+)?\/v(\d[\w.-]*)\//.exec(path)?.[1],
  );
  const [version, ...others] = [...new Set(found)];
  return version !== undefined && others.length === 0 ? version : null;
}

/** Every file of a new gateway, by path: its document and its shapes too. */
export function renderGateway(
  plan: ServicePlan,
  { document, upstream }: GatewayPlan,
  facts: TemplateFacts,
): readonly RenderedFile[] {
  const inPaths = versionInPaths(document);
  if (plan.versioning === 'uri' && inPaths === null)
    throw usageError(
      'The paths of the document name no version, such as /v1/books. Choose how requests name one: --versioning header',
    );
  const version = plan.versioning === 'uri' ? inPaths! : '1';
  const { example } = versioningTypes.find(({ name }) => name === plan.versioning)!;
  const { sharesPaths } = versioningScheme(example)!;
  const options = sharesPaths ? { ...example, defaultVersion: version } : example;
  const own = {
    upstream,
    version,
    following: String(Number.parseInt(version, 10) + 1),
    versioning: versioningExample(options),
  };
  return [
    ...renderTemplates(plan, facts, 'gateway', own),
    { path: 'openapi.json', text: `${JSON.stringify(document, null, 2)}\n` },
    { path: 'shapes.ts', text: printDocumentShapes(document).text },
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
