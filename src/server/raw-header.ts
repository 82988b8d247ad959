import type { IncomingMessage } from 'node:http';

/**
 * One header field's value as it came; null without it. `name` is lower-case. Node makes an object of all fields when `headers` is first read,
 * which costs more than looking through the few that there are.
 */
export function rawHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string | null {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index]!;
    if (field.length === name.length && field.toLowerCase() === name) return rawHeaders[index + 1]!;
  }
  return null;
}
