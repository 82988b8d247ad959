import type { Input } from 'svckit';
import { z } from 'zod';

/** The 201 of a route that creates something, with its address in `Location`. */
export function created<Schema extends z.ZodType>(schema: Schema) {
  const address = z.string().describe('Address of what was created.');
  return { schema, headers: { Location: address.meta({ examples: ['/api/users/1'] }) } };
}

/** Sets `Location` to an address relative to the request's: an id is below it, `.` is the same, `..` is above it. */
export function setLocation({ req, res }: Pick<Input, 'req' | 'res'>, relative: string): void {
  const { originalUrl, url = '/' } = req as typeof req & { readonly originalUrl?: string };
  const own = (originalUrl ?? url).replace(/[?#].*$/s, '').replace(/\/$/, '');
  res.setHeader('Location', new URL(relative, `http://localhost${own}/`).pathname.replace(/\/$/, ''));
}
