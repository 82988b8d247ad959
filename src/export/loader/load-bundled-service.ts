import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LoadError } from './load-error.js';
import { type LoadedService, loadService } from './load-service.js';

/** Loads the installed `@svckit/service`: from its source in a clone, as it was built elsewhere. Rejects with a LoadError. */
export async function loadBundledService(cwd: string): Promise<LoadedService> {
  const home = findHome(cwd);
  if (home === null) throw new LoadError('@svckit/service is not installed.', 'Run npm install @svckit/service.');
  const source = join(home, 'src', 'service.ts');
  return loadService(existsSync(source) ? source : join(home, 'dist', 'service.js'), { cwd });
}

/** The package's folder, as the project in `cwd` or this toolkit sees it. */
function findHome(cwd: string): string | null {
  for (const start of [join(cwd, 'package.json'), import.meta.url]) {
    try {
      return dirname(createRequire(start).resolve('@svckit/service/package.json'));
    } catch {}
  }
  return null;
}
