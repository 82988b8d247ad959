import type { LoadedService } from '../export/index.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import type { Io } from './io.js';

export interface OpenedService extends LoadedService {
  readonly table: RouteTable;
}

/** Loads the export file that a command names, or finds, or the bundled service; starts nothing. Rejects with a LoadError. */
export async function openService(entry: string | undefined, { cwd }: Pick<Io, 'cwd'>): Promise<OpenedService> {
  const { compileService, findEntry, loadBundledService, loadService } = await import('../export/index.js');
  const file = findEntry(entry, cwd);
  const loaded = file === null ? await loadBundledService() : await loadService(file, { cwd });
  return { ...loaded, table: compileService(loaded.definition) };
}
