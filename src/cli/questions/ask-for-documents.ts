import { versionsOf } from '../../routing/versioning/versions.js';
import { NEXT } from '../../text/version-order.js';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { unknownApiVersion } from '../operation-filters.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { type OpenedService, refuseProblems } from '../sources/open-service.js';
import { type ExportOptions, planDocuments, type PlannedDocument } from '../openapi/plan-documents.js';
import { type DocumentChanges, renderDocument } from '../openapi/render-document.js';

export type RenderedDocument = PlannedDocument & { readonly text: string; readonly warnings: readonly string[] };

interface Details {
  readonly options: ExportOptions;
  readonly changes: DocumentChanges;
}

/** The previews that are on in the documents; throws for an unknown one, and for a version beside which previews do not stand. */
function namedPreviews({ table }: OpenedService, { preview = [], apiVersion }: ExportOptions): readonly string[] {
  const newest = versionsOf(table.routes).at(-1);
  const known = (table.previews?.previews ?? []).filter(({ promoted }) => promoted === null).map(({ name }) => name);
  for (const name of preview)
    if (!known.includes(name))
      throw usageError(unknownName('preview', name, known, 'The service declares no preview.'));
  if (preview.length > 0 && apiVersion !== undefined && apiVersion !== newest && apiVersion !== NEXT)
    throw usageError(
      `Previews stand beside the newest version, ${newest}. Omit --api-version, or write --api-version ${newest}.`,
    );
  return preview;
}

/** The documents that `svc openapi export` writes or compares. */
export async function askForDocuments(
  api: OpenedApi,
  { options, changes }: Details,
): Promise<readonly RenderedDocument[]> {
  const service = serviceOf(api, {
    command: 'svc openapi export',
    instead: 'svc openapi lock writes the contract of each version.',
  });
  const versions = versionsOf(service.table.routes);
  const hasNext = service.table.next.length > 0;
  const known = hasNext ? [...versions, NEXT] : versions;
  if (options.apiVersion !== undefined && !known.includes(options.apiVersion))
    throw unknownApiVersion(options.apiVersion, versions);
  await refuseProblems(service);
  const previews = namedPreviews(service, options);
  const apiVersion = previews.length === 0 ? undefined : (options.apiVersion ?? versions.at(-1));
  return Promise.all(
    planDocuments(options, versions).map(async (plan) => ({
      ...plan,
      ...(await renderDocument(service, { ...plan, version: plan.version ?? apiVersion, previews }, changes)),
    })),
  );
}
