import type { PageLinks } from './links.js';
import { keyOf } from './links.js';
import type { ReadOperation } from './read-document.js';
import type { VersionFacts } from './version-links.js';
import { NEXT } from '../text/version-order.js';

export const assets = '_assets';

/** A version, and the preview that is on in its pages. */
export interface Side {
  readonly version: string | null;
  readonly preview: string | null;
}

/** Of the pages that compare an operation with an older version: `from-1/` */
export const comparisonFolder = (from: string) => `from-${from}/`;

/** In the folder of the newer version. */
export const pairName = 'changes.json';

/** `2/`, `2+tags-2026-11/` */
export const folderOf = ({ version, preview }: Side) =>
  version === null && preview === null ? '' : `${version ?? ''}${preview === null ? '' : `+${preview}`}/`;
export const timelineOf = (version: string | null) => (version === null ? 'timeline.html' : 'index.html');
const upFrom = (depth: number) => '../'.repeat(depth);

/** A name of a schema as the name of a file, on file systems without capitals too. */
export const fileName = (name: string) =>
  name.replaceAll(/[^\w.-]/g, (character) => `~${character.codePointAt(0)!.toString(16)}`);

export function addressesOf(version: string, depth: number) {
  const folder = `${upFrom(depth)}${encodeURIComponent(version)}/`;
  return { url: `${folder}index.html`, documentUrl: `${folder}openapi.json` };
}

/** Pages compare neighbours: an operation with the version before it, and the guide with the one after. */
export function comparingFrom(
  side: Side,
  depth: number,
  versions: readonly VersionFacts[],
  differs: (operation: ReadOperation) => boolean,
): PageLinks['comparing'] {
  const names = versions.map((one) => one.version);
  return (older, newer, subject) => {
    if (side.preview !== null) return null;
    const folder = `${upFrom(depth)}${encodeURIComponent(newer)}/`;
    const page = subject.kind === 'operation' ? `${encodeURIComponent(subject.operation.slug)}.html` : null;
    if (older === null) return page && `${folder}operations/${page}`;
    // The script adds up what lies between.
    if (names.indexOf(older) + 1 !== names.indexOf(newer))
      return older === NEXT || newer === NEXT ? null : `${folder}changes.html?from=${encodeURIComponent(older)}`;
    return newer === side.version && subject.kind === 'operation' && differs(subject.operation)
      ? `${folder}${encodeURIComponent(comparisonFolder(older).slice(0, -1))}/${page}`
      : `${folder}changes.html`;
  };
}

export function linksFrom(
  side: Side,
  depth: number,
  /** Whether the page is in the folder of the operations. */
  isInOperations: boolean,
  keys: ReadonlyMap<string, readonly string[]>,
  isThere: (key: string, previews: readonly string[]) => boolean,
): Omit<PageLinks, 'comparing'> {
  const { version } = side;
  const top = upFrom(depth);
  const sideFolder = (one: Side) => `${top}${folderOf(one).split('/').map(encodeURIComponent).join('/')}`;
  const inFolder = (name: string | null) => sideFolder({ version: name, preview: null });
  // Short, because each page has many of these.
  const isInside = depth > 0 && folderOf(side) !== '';
  const own = isInside ? upFrom(depth - 1) : sideFolder(side);
  return {
    home: `${own}index.html`,
    changes: `${own}changes.html`,
    timeline: `${top}${timelineOf(version)}`,
    allVersions: null,
    document: `${own}openapi.json`,
    ownUsage: null,
    pair: (other) => `${inFolder(other)}${pairName}`,
    assets: `${top}${assets}`,
    operation: (slug) => `${isInOperations ? '' : `${own}operations/`}${encodeURIComponent(slug)}.html`,
    schema: (name) => `${own}schemas/${fileName(name)}.html`,
    having(previews, key) {
      if (previews.length > 1) return null;
      const folder = sideFolder({ version, preview: previews[0] ?? null });
      return key !== null && isThere(key, previews)
        ? `${folder}operations/${encodeURIComponent(key)}.html`
        : `${folder}index.html`;
    },
    inVersion(other, subject) {
      if (subject.kind === 'changes') return `${inFolder(other)}changes.html`;
      const key = keyOf(subject);
      return key !== null && keys.has(key)
        ? `${inFolder(other)}operations/${encodeURIComponent(key)}.html`
        : `${inFolder(other)}index.html`;
    },
  };
}
