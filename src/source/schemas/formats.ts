import * as z from 'zod/v4';
import { type Chain, object, literal, zod } from '../syntax.js';

/** A string of Zod with a format of its own, and what its JSON Schema says. */
export interface KnownFormat {
  readonly expression: Chain;
  readonly format: string | undefined;
  readonly pattern: string | undefined;
  readonly contentEncoding: string | undefined;
}

const offset = object([{ key: 'offset', value: literal(true) }]);
const local = object([{ key: 'local', value: literal(true) }]);

/** Read from the installed Zod, whose patterns differ between releases; the first of equals is written. */
const candidates: readonly (readonly [Chain, () => z.ZodType])[] = [
  [zod('email'), () => z.email()],
  [zod('url'), () => z.url()],
  [zod('uuid'), () => z.uuid()],
  [zod('uuidv4'), () => z.uuidv4()],
  [zod('uuidv7'), () => z.uuidv7()],
  [zod('guid'), () => z.guid()],
  [zod('iso.date'), () => z.iso.date()],
  [zod('iso.time'), () => z.iso.time()],
  [zod('iso.datetime'), () => z.iso.datetime()],
  [zod('iso.datetime', offset), () => z.iso.datetime({ offset: true })],
  [zod('iso.datetime', local), () => z.iso.datetime({ local: true })],
  [zod('iso.duration'), () => z.iso.duration()],
  [zod('ipv4'), () => z.ipv4()],
  [zod('ipv6'), () => z.ipv6()],
  [zod('cidrv4'), () => z.cidrv4()],
  [zod('cidrv6'), () => z.cidrv6()],
  [zod('hostname'), () => z.hostname()],
  [zod('base64'), () => z.base64()],
  [zod('base64url'), () => z.base64url()],
  [zod('jwt'), () => z.jwt()],
  [zod('nanoid'), () => z.nanoid()],
  [zod('cuid2'), () => z.cuid2()],
  [zod('ulid'), () => z.ulid()],
  [zod('xid'), () => z.xid()],
  [zod('ksuid'), () => z.ksuid()],
  [zod('e164'), () => z.e164()],
  [zod('emoji'), () => z.emoji()],
];

let known: readonly KnownFormat[] | undefined;

/** The strings of Zod with formats of their own. */
export const knownFormats = (): readonly KnownFormat[] =>
  (known ??= candidates.map(([expression, make]) => {
    const { format, pattern, contentEncoding } = z.toJSONSchema(make());
    return { expression, format, pattern, contentEncoding };
  }));
