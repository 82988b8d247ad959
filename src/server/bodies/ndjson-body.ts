import type { IncomingMessage } from 'node:http';
import { validationStatusOf } from '../../routing/table/error-options.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import { refuseIssues, requestIssue } from '../endpoint/validation-step.js';
import { dropRest, parseJson } from '../request/read-body.js';
import { anything, type MakeBodyReader } from './body-reader.js';
import { requireUnread } from './read-whole.js';
import { hasBody, requireType } from './media-type.js';

const mebibyte = 1024 * 1024;
const newline = 0x0a;

/** The handler reads item by item, so a client is asked for more only when its items have been taken. */
export const readNdjson: MakeBodyReader<'ndjson'> = ({ form, schema, options, route }) => {
  const { mediaTypes, maxBytes, maxItemBytes = options.bodyLimit ?? mebibyte } = form;
  const { validate } = (schema ?? anything)['~standard'];
  const status = validationStatusOf(route, options);
  const refuse = (index: number, issues: readonly SchemaIssue[]) =>
    refuseIssues(
      issues.map((issue) => requestIssue('body', { ...issue, path: [index, ...(issue.path ?? [])] })),
      status,
    );
  async function* items(req: IncomingMessage): AsyncGenerator<unknown, void, undefined> {
    let index = 0;
    for await (const line of linesOf(req, maxBytes, maxItemBytes)) {
      if (isBlank(line)) continue;
      let value: unknown;
      try {
        value = parseJson(line);
      } catch (error) {
        refuse(index, [{ message: `Malformed JSON: ${(error as Error).message}`, code: 'invalid_json' }]);
      }
      const result = await validate(value);
      if (result.issues) refuse(index, result.issues);
      else yield result.value;
      index += 1;
    }
  }
  return {
    step: ({ req }) => {
      requireUnread(req);
      if (hasBody(req)) requireType(req, mediaTypes, true);
      if (Number(req.headers['content-length']) > maxBytes)
        throw tooLarge(`The body is larger than ${maxBytes} bytes.`);
    },
    read: ({ req }) => items(req),
    schema: anything,
  };
};

const isBlank = (line: Buffer) => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

const tooLarge = (detail: string) => new HttpError(413, detail);

/** The lines of a body, without their ends. A client that breaks off is refused, which nobody reads. */
async function* linesOf(
  req: IncomingMessage,
  maxBytes: number,
  maxItemBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const parts: Buffer[] = [];
  let [size, total] = [0, 0];
  const add = (part: Buffer) => {
    size += part.length;
    if (size > maxItemBytes) throw tooLarge(`An item of the body is larger than ${maxItemBytes} bytes.`);
    if (part.length > 0) parts.push(part);
  };
  const take = () => {
    const line = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts.length = size = 0;
    return line;
  };
  for await (const chunk of received(req)) {
    total += chunk.length;
    if (total > maxBytes) throw tooLarge(`The body is larger than ${maxBytes} bytes.`);
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield take();
    }
    add(chunk.subarray(start));
  }
  if (size > 0) yield take();
}

/** Leaves the request open when the handler stops reading, so that it can still be answered. */
async function* received(req: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    throw req.complete ? error : new HttpError(400, 'The request broke off.');
  } finally {
    if (!req.readableEnded) dropRest(req);
  }
}
