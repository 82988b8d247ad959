import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importRecorded, queueLoad } from './import-recorded.js';
import { LoadError } from './load-error.js';
import { type LoadedService, loadService } from './load-service.js';
import { readDefinition } from './read-definition.js';
import { createSourceLocator } from './source-locator.js';

/** The service that comes with svckit: as it was built, or from its source where the toolkit itself runs from source. */
export async function loadBundledService(): Promise<LoadedService> {
  const here = fileURLToPath(import.meta.url);
  const home = packageFolder(dirname(here));
  const isBuilt = relative(home, here).startsWith('dist');
  return isBuilt
    ? loadBuilt(join(home, 'dist', 'service', 'service.js'), home)
    : loadService(join(home, 'src', 'service', 'service.ts'), { cwd: home });
}

function packageFolder(start: string): string {
  const { root } = parse(start);
  for (let folder = start; folder !== root; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new LoadError(`There is no package.json above ${start}.`, 'Install svckit again.');
}

function loadBuilt(file: string, home: string): Promise<LoadedService> {
  if (!existsSync(file)) throw new LoadError('The bundled service is not built.', 'Run npm run build.');
  return queueLoad(async () => {
    const locator = createSourceLocator(file, readFileSync(`${file}.map`, 'utf8'), home);
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = lines.findIndex((text) => /\bdefineService\s*\(/.test(text));
    const place = line < 0 ? null : locator.find(line + 1, lines[line]!.indexOf('defineService') + 1);
    const sourceOf = () => place && { file: place.file, line: place.line };
    const { exports, problems } = await importRecorded(pathToFileURL(file).href, locator);
    return Object.freeze({
      definition: await readDefinition(exports, 'the bundled service'),
      problems,
      file,
      inputs: Object.freeze([]),
      sourceOf,
      restoreStack: locator.restore,
    });
  });
}
