import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entityTag } from './page-response.js';

/** The media type of each file that the page links to, or to which an authorization server returns. */
const mediaTypes: Readonly<Record<string, string>> = {
  'oauth-return.html': 'text/html; charset=utf-8',
  'oauth-return.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
};

export const pageAssetNames = Object.freeze(Object.keys(mediaTypes));

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
  const bytes = await readFile(join(pageFolder(), name));
  return { mediaType, etag: entityTag(bytes), bytes };
}

/** The build puts the files beside its output, where source code finds them too. */
function pageFolder(): string {
  const places = ['./page', '../page', '../../dist/page'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  const found = places.find((place) => existsSync(join(place, 'page.js')));
  if (!found) throw new Error('The files of the explorer page are not built: run npm run build.');
  return found;
}
