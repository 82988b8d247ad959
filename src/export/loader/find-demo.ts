import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LoadError } from './load-error.js';

/**
 * The export file of the installed `@svckit/service`, as the project in `cwd` or this toolkit sees it: its source in a clone, else
 * what was built. Throws a LoadError with the command that would run it.
 */
export function findDemo(cwd: string): string {
  const project = join(cwd, 'package.json');
  const home = packageFolder('@svckit/service', project) ?? packageFolder('@svckit/service', import.meta.url);
  if (home === null) {
    const isInstalled = packageFolder('svckit', project) !== null;
    throw new LoadError(
      'The bundled service, @svckit/service, is not installed.',
      isInstalled
        ? 'Run npm install --save-dev @svckit/service.'
        : 'Run npx -p svckit -p @svckit/service svc serve --demo.',
    );
  }
  const source = join(home, 'src', 'service.ts');
  return existsSync(source) ? source : join(home, 'dist', 'service.js');
}

function packageFolder(name: string, from: string): string | null {
  try {
    return dirname(createRequire(from).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}
