import type { IncomingMessage } from 'node:http';
import type { VersioningOptions } from './versioning.js';

/** Reads the version that a request names; '' when it names none. */
export type VersionReader = (req: Pick<IncomingMessage, 'headers'>) => string;

/** How requests name their version; null under URI versioning, where the path does. */
export function versionReader(versioning: VersioningOptions | undefined): VersionReader | null {
  if (versioning?.type === 'header') return headerReader(versioning.header.toLowerCase());
  if (versioning?.type === 'media-type') return mediaTypeReader(versioning.key.toLowerCase());
  return null;
}

function headerReader(name: string): VersionReader {
  return ({ headers }) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
}

const remembered = 256;

/** The first parameter of `Accept` that starts with the key, in any media range; the few values that clients send are remembered. */
function mediaTypeReader(key: string): VersionReader {
  const versions = new Map<string, string>();
  return ({ headers }) => {
    const { accept } = headers;
    if (accept === undefined) return '';
    const known = versions.get(accept);
    if (known !== undefined) return known;
    const version = readParameter(accept, key);
    if (versions.size >= remembered) versions.clear();
    versions.set(accept, version);
    return version;
  };
}

function readParameter(accept: string, key: string): string {
  const parameter = accept
    .split(/[,;]/)
    .map((part) => part.trim())
    .find((part) => part.toLowerCase().startsWith(key));
  return (
    parameter
      ?.slice(key.length)
      .trim()
      .replace(/^"(.*)"$/, '$1') ?? ''
  );
}
