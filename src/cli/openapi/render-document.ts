import type { BuildOptions } from '../../export/index.js';
import { unservedApiVersion } from '../../export/rules/api-version-unserved.js';
import { locateProblem } from '../../report/boot-problem.js';
import { problemLine } from '../../report/result.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { matchPath, unknownTag } from '../operation-filters.js';
import type { OpenedService } from '../sources/open-service.js';
import type { Overlay } from './overlay.js';
import type { DocumentFormat, DocumentKind } from './plan-documents.js';

export interface DocumentRequest {
  /** undefined: apiVersion of the definition, else the version that is served by default. */
  readonly version: string | undefined;
  readonly kind?: DocumentKind;
  readonly format: DocumentFormat;
  /** The names of those that are on; none by default. */
  readonly previews?: readonly string[];
}

/** How an exported document differs from the one that is served. */
export interface DocumentChanges {
  readonly tag?: readonly string[];
  readonly path?: string;
  readonly server?: readonly string[];
  readonly title?: string;
  readonly overlays: readonly Overlay[];
}

export interface RenderedText {
  readonly text: string;
  /** Overlay actions without an effect. */
  readonly warnings: readonly string[];
}

/** The document of a version as the service serves it, with the requested changes. */
export async function renderDocument(
  { definition, sourceOf, document }: OpenedService,
  { version, kind = 'openapi', format, previews = [] }: DocumentRequest,
  changes: DocumentChanges,
): Promise<RenderedText> {
  const { buildAsyncApi, documentSettings, serialiseDocument, UndescribableSchemaError, UnknownVersionError } =
    await import('../../export/index.js');
  const { info } = documentSettings(definition);
  const options = { apiVersion: version ?? definition.apiVersion, previews, ...facts(info, changes) };
  try {
    const whole = await document(options);
    const built = keeps(changes) ? await document({ ...options, keep: keepFor(changes, whole.tags) }) : whole;
    if (Object.keys(built.paths).length === 0 && keeps(changes))
      throw usageError('No operation matches --tag and --path.');
    const { document: changed, warnings } = await overlay(built, changes.overlays);
    if (kind === 'openapi') return { text: serialiseDocument(changed, format), warnings };
    if (!changed.webhooks)
      throw new CommandFailure(
        'This service has no webhooks, and AsyncAPI describes nothing else of it. Declare them: webhooks: [bookAdded].',
        1,
      );
    return { text: serialiseDocument(buildAsyncApi(changed), format), warnings };
  } catch (error) {
    if (error instanceof UnknownVersionError)
      throw usageError(problemLine(locateProblem(unservedApiVersion(error.version, error.versions), sourceOf)));
    throw error instanceof UndescribableSchemaError ? new CommandFailure(error.message, 1) : error;
  }
}

const keeps = ({ tag, path }: DocumentChanges) => tag !== undefined || path !== undefined;

function facts(info: BuildOptions['info'], { title, server }: DocumentChanges): Pick<BuildOptions, 'info' | 'servers'> {
  return {
    ...(title !== undefined && { info: { version: '0.0.0', ...info, title } }),
    ...(server !== undefined && { servers: server.map((url) => ({ url })) }),
  };
}

function keepFor(
  { tag, path }: DocumentChanges,
  known: readonly { readonly name: string }[],
): NonNullable<BuildOptions['keep']> {
  const names = known.map(({ name }) => name);
  const unknown = tag?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownTag(unknown, names);
  const matches = path === undefined ? () => true : matchPath(path);
  return (operation) =>
    matches(operation.path) && (tag === undefined || operation.tags.some((name) => tag.includes(name)));
}

async function overlay<T>(
  document: T,
  overlays: readonly Overlay[],
): Promise<{ readonly document: T; readonly warnings: readonly string[] }> {
  if (overlays.length === 0) return { document, warnings: [] };
  const { applyOverlay } = await import('./apply-overlay.js');
  let current = document;
  const warnings: string[] = [];
  for (const one of overlays) {
    const applied = applyOverlay(current, one);
    current = applied.document;
    warnings.push(...applied.unmatched.map((target) => `${one.name}: ${target} selects nothing.`));
  }
  return { document: current, warnings };
}
