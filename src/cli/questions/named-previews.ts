import { isCurrent } from '../../routing/table/preview-table.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import type { OpenedService } from '../sources/open-service.js';

/** Throws for a preview that a service does not declare or has promoted, and for versions beside which none stands; all versions where none is named. */
export function refusePreviews(
  { table }: Pick<OpenedService, 'table'>,
  previews: readonly string[],
  versions: readonly string[] | undefined,
): void {
  const newest = versionsOf(table.routes).at(-1);
  const known = (table.previews?.previews ?? []).filter(({ promoted }) => promoted === null).map(({ name }) => name);
  for (const name of previews)
    if (!known.includes(name))
      throw usageError(unknownName('preview', name, known, 'The service declares no preview.'));
  if (previews.length === 0 || newest === undefined || !versions) return;
  if (!versions.some((version) => isCurrent(version, { newest })))
    throw usageError(
      `Previews stand beside the newest version, ${newest}. Omit --api-version, or write --api-version ${newest}.`,
    );
}
