import { versionsOf } from '../../routing/versioning/versions.js';
import { NEXT } from '../../text/version-order.js';
import { unknownApiVersion } from '../operation-filters.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { refuseProblems } from '../sources/open-service.js';
import { type ExportOptions, planDocuments, type PlannedDocument } from '../openapi/plan-documents.js';
import { type DocumentChanges, renderDocument } from '../openapi/render-document.js';
import { refusePreviews } from './named-previews.js';

export type RenderedDocument = PlannedDocument & { readonly text: string; readonly warnings: readonly string[] };

interface Details {
  readonly options: ExportOptions;
  readonly changes: DocumentChanges;
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
  const { preview: previews = [], apiVersion: named } = options;
  refusePreviews(service, previews, named === undefined ? undefined : [named]);
  const apiVersion = previews.length === 0 ? undefined : (options.apiVersion ?? versions.at(-1));
  return Promise.all(
    planDocuments(options, versions).map(async (plan) => ({
      ...plan,
      ...(await renderDocument(service, { ...plan, version: plan.version ?? apiVersion, previews }, changes)),
    })),
  );
}
