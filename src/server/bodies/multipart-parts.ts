import { randomUUID } from 'node:crypto';

/** One part of a `multipart/form-data` body, as it came (RFC 7578). */
export interface BodyPart {
  readonly name: string;
  /** With the empty line at its end. */
  readonly head: string;
  readonly body: Buffer;
  /** Its media type, in lower case; null where it names none. */
  readonly mediaType: string | null;
  readonly isFile: boolean;
}

/** The boundary that a Content-Type names; null where it names none. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
}

/** The parts of a body in their order. Throws a SyntaxError for a body that is not `multipart/form-data`. */
export function readParts(bytes: Buffer, boundary: string): readonly BodyPart[] {
  const mark = Buffer.from(`--${boundary}`);
  const parts: BodyPart[] = [];
  let start = bytes.indexOf(mark);
  if (start < 0) throw new SyntaxError('The body has no boundary.');
  for (;;) {
    const after = start + mark.length;
    if (bytes.toString('latin1', after, after + 2) === '--') return parts;
    const begin = bytes.indexOf('\r\n', after) + 2;
    const end = bytes.indexOf(`\r\n--${boundary}`, begin - 2, 'latin1');
    if (begin < 2 || end < 0) throw new SyntaxError('The last part of the body has no end.');
    parts.push(readPart(bytes.subarray(begin, Math.max(begin, end))));
    start = end + 2;
  }
}

function readPart(bytes: Buffer): BodyPart {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) throw new SyntaxError('A part of the body has no head.');
  const head = bytes.toString('utf8', 0, at + 4);
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? '';
  const name = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1] ?? /;\s*name=([^\s;]+)/i.exec(disposition)?.[1];
  if (name === undefined) throw new SyntaxError('A part of the body has no name.');
  return {
    name: decodeName(name),
    head,
    body: bytes.subarray(at + 4),
    mediaType: /^content-type:\s*([^;\r\n]+)/im.exec(head)?.[1]?.trim().toLowerCase() ?? null,
    isFile: /;\s*filename\*?=/i.test(disposition),
  };
}

/** The escapes of HTML's forms (RFC 7578, section 4.2, and the URL standard of WHATWG). */
const decodeName = (name: string) => name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
const encodeName = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Begins what stands for the bytes of a file in a value of texts. Made with the first file: a module may not ask for random values as it loads in every runtime. */
let filePrefix: string | undefined;
const fileToken = (index: number) => `${(filePrefix ??= `file ${randomUUID()} `)}${index}`;

/** Parts as the members of a value: texts, JSON where a part says that it is, a token for a file, and lists of what stands several times. */
export function valueOfParts(parts: readonly BodyPart[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  parts.forEach((part, index) => {
    const isJson = part.mediaType !== null && /^application\/(?:.+\+)?json$/.test(part.mediaType);
    const value = part.isFile
      ? fileToken(index)
      : isJson
        ? (JSON.parse(part.body.toString()) as unknown)
        : part.body.toString();
    values.set(part.name, [...(values.get(part.name) ?? []), value]);
  });
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}

/** A body whose parts are the members of a value; what is in it as it came keeps its bytes. */
export function writeParts(
  value: Readonly<Record<string, unknown>>,
  parts: readonly BodyPart[],
  boundary: string,
): Buffer {
  const chunks: Buffer[] = [];
  for (const [name, given] of Object.entries(value))
    for (const one of Array.isArray(given) ? given : [given]) {
      if (one === undefined) continue;
      const { head, body } = partFor(name, one, parts);
      chunks.push(Buffer.from(`--${boundary}\r\n${head}`), body, Buffer.from('\r\n'));
    }
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

function partFor(name: string, value: unknown, parts: readonly BodyPart[]): Pick<BodyPart, 'head' | 'body'> {
  const isFile = typeof value === 'string' && filePrefix !== undefined && value.startsWith(filePrefix);
  const file = isFile ? parts[Number(value.slice(filePrefix!.length))] : null;
  if (file) return { head: renamed(file, name), body: file.body };
  const isText = typeof value !== 'object' || value === null;
  const text = isText ? String(value) : JSON.stringify(value);
  const known = parts.find((part) => part.name === name && !part.isFile);
  const type = isText ? '' : 'Content-Type: application/json\r\n';
  const head = known?.head ?? `Content-Disposition: form-data; name="${encodeName(name)}"\r\n${type}\r\n`;
  return { head, body: Buffer.from(text) };
}

const renamed = ({ head, name }: BodyPart, other: string) =>
  name === other
    ? head
    : head.replace(
        /(;\s*name=)(?:"(?:[^"\\]|\\.)*"|[^\s;]+)/i,
        (_, before: string) => `${before}"${encodeName(other)}"`,
      );
