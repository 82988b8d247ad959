import type { BodyForm } from '../declare/bodies.js';

/** Converts what a schema describes of a body: all of it, the fields of multipart, each item of NDJSON as it comes. */
export function withinBody(form: BodyForm | null, body: unknown, convert: (value: unknown) => unknown): unknown {
  if (form?.kind === 'ndjson') return mapItems(body as AsyncIterable<unknown>, convert);
  if (form?.kind !== 'multipart') return convert(body);
  const { fields, files } = body as { readonly fields: unknown; readonly files: unknown };
  return { fields: convert(fields), files };
}

/** Converts each item when it is asked for; one that is not is never read. */
export async function* mapItems<T, R>(
  items: AsyncIterable<T>,
  convert: (item: T, index: number) => R,
): AsyncGenerator<Awaited<R>, void, undefined> {
  let index = 0;
  for await (const item of items) yield await convert(item, index++);
}
