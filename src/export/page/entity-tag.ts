import { createHash } from 'node:crypto';

/** A strong entity tag of some content (RFC 9110, section 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}
