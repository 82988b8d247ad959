import fc, { type Arbitrary } from 'fast-check';
import { arbitraryOf, type Schema, type ValueSource } from './arbitrary-of.js';

const boundary = 'a-boundary-that-no-part-has';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** Multipart bodies that a schema allows; its files are short texts. */
export function multipartBodies(schema: Schema, source: ValueSource): Arbitrary<string> {
  const { properties = {}, required = [] } = source.resolve(schema) as {
    properties?: Readonly<Record<string, Schema>>;
    required?: readonly string[];
  };
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, partsOf(name, property, source)]),
  );
  return fc
    .record(parts, { requiredKeys: [...required] })
    .map((record) => `${Object.values(record).flat().join('')}--${boundary}--\r\n`);
}

function partsOf(name: string, property: Schema, source: ValueSource): Arbitrary<readonly string[]> {
  const { items, format } = source.resolve(property) as { items?: Schema; format?: string };
  if (items) return fc.array(partsOf(name, items, source), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat());
  if (format !== 'binary')
    return (source.known(name) ?? arbitraryOf(property, source)).map((value) => [
      part(`name="${name}"`, String(value)),
    ]);
  const head = `name="${name}"; filename="note.txt"\r\nContent-Type: text/plain`;
  return fc.string({ unit: 'grapheme', maxLength: 50 }).map((text) => [part(head, text.replaceAll(/\p{Cc}/gu, ' '))]);
}

const part = (head: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
