import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { isOneOf } from './media-type.js';

/** Bytes at the beginning that are looked at. */
export const sniffed = 4100;

const textual = /^text\/|[/+](?:json|xml|yaml|csv)$|^application\/(?:javascript|x-ndjson|yaml|sql|graphql)$/;

/** A file whose content is all there, or its beginning. */
type Content = { readonly path: string } | { readonly start: Buffer };

/** Text that browsers run, or that can hold what they run. PDF has a signature, and its scripts do not run in the page's origin. */
const active = /[/+](?:html|xml|xsl)$|script$/;

const isPassive = (type: string) => textual.test(type) && !active.test(type) && !type.endsWith('*');

/** Of an empty file, and of bytes of no known kind (RFC 9110, section 8.3). */
const unknown = 'application/octet-stream';

/**
 * The media type of a file by its content. Text has no signature: UTF-8 without control characters is what the client says it is, where
 * that is a kind of text, otherwise the first of `listed` that is and that no browser runs, otherwise text/plain.
 */
export async function mediaTypeOf(content: Content, said: string, listed: readonly string[] | null): Promise<string> {
  // Loaded for the first file: it knows two hundred formats.
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  const found = await ('path' in content ? fileTypeFromFile(content.path) : fileTypeFromBuffer(content.start)).catch(
    () => undefined,
  );
  if (found && !textual.test(found.mime)) return found.mime;
  const start = 'path' in content ? await beginningOf(content.path) : content.start;
  if (start.length === 0 || !isText(start)) return unknown;
  const type = said.split(';', 1)[0]!.trim().toLowerCase();
  if (textual.test(type) && (listed === null || isOneOf(type, listed))) return type;
  return found && isPassive(found.mime) ? found.mime : (listed?.find(isPassive) ?? 'text/plain');
}

async function beginningOf(path: string): Promise<Buffer> {
  await using handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffed), 0, sniffed, 0);
  return buffer.subarray(0, bytesRead);
}

/** The last character may be cut off. */
function isText(start: Buffer): boolean {
  if (start.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte))) return false;
  const mostCut = start.length < sniffed ? 0 : 3;
  return [0, 1, 2, 3].some((cut) => cut <= mostCut && isUtf8(start.subarray(0, start.length - cut)));
}
