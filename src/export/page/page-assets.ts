import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entityTag } from './page-response.js';

/** The media type of each viewer file that the page links to, or to which an authorization server returns. */
const mediaTypes: Readonly<Record<string, string>> = {
  'oauth2-redirect.html': 'text/html; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

export interface PageAsset {
  readonly mediaType: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const loaded = new Map<string, Promise<PageAsset>>();

/** null for an unknown file. */
export function loadPageAsset(name: string): Promise<PageAsset> | null {
  const mediaType = Object.hasOwn(mediaTypes, name) ? mediaTypes[name]! : null;
  if (mediaType === null) return null;
  let asset = loaded.get(name);
  if (!asset) loaded.set(name, (asset = read(name, mediaType)));
  return asset;
}

async function read(name: string, mediaType: string): Promise<PageAsset> {
  const bytes = await readFile(join(viewerFolder(), name));
  return { mediaType, etag: entityTag(bytes), bytes };
}

/** The build copies the files beside its output; source code reads them from their package. */
function viewerFolder(): string {
  const built = ['./swagger-ui', '../swagger-ui']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find(existsSync);
  return built ?? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
