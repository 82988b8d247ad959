import type { IncomingMessage } from 'node:http';
import { validationStatusOf } from '../../routing/table/error-options.js';
import { HttpError } from '../../routing/table/http-error.js';
import { acceptOf, undecided } from '../../schema/accept.js';
import type { SchemaIssue } from '../../schema/standard-schema.js';
import type { Exchange } from '../endpoint/exchange.js';
import { refuseIssues, requestIssue } from '../endpoint/validation-step.js';
import { Pace } from '../request/pace.js';
import { dropRest, parseHandedOn, parseJson } from '../request/read-body.js';
import { anything, type MakeBodyReader } from './body-reader.js';
import { Lines } from './lines.js';
import { requireUnread } from './read-whole.js';
import { hasBody, requireType } from './media-type.js';

const mebibyte = 1024 * 1024;

/** The handler reads item by item, so a client is asked for more only when its items have been taken. */
export const readNdjson: MakeBodyReader<'ndjson'> = ({ form, schema, options, route, turns }) => {
  const { mediaTypes, maxBytes, maxItemBytes = options.bodyLimit ?? mebibyte } = form;
  const { validate } = (schema ?? anything)['~standard'];
  const accept = acceptOf(schema) ?? (() => undecided);
  const status = validationStatusOf(route, options);
  const refuse = (index: number, issues: readonly SchemaIssue[]) =>
    refuseIssues(
      issues.map((issue) => requestIssue('body', { ...issue, path: [index, ...(issue.path ?? [])] })),
      status,
    );
  const { relayed } = route;
  const parse = (line: Buffer | string, index: number): unknown => {
    try {
      return relayed ? parseHandedOn(line) : parseJson(line);
    } catch (error) {
      return refuse(index, [{ message: `Malformed JSON: ${(error as Error).message}`, code: 'invalid_json' }]);
    }
  };
  const check = async (value: unknown, index: number): Promise<unknown> => {
    const result = await validate(value);
    return result.issues ? refuse(index, result.issues) : result.value;
  };
  async function* items(exchange: Exchange): AsyncGenerator<unknown, void, undefined> {
    const { req } = exchange;
    const lines = new Lines(maxBytes, maxItemBytes);
    const pace = new Pace(turns, req);
    let index = 0;
    for await (const chunk of received(req)) {
      lines.add(chunk);
      let uncounted = chunk?.length ?? 0;
      for (let line = lines.next(); line !== null; line = lines.next()) {
        const value = parse(line, index);
        const accepted = accept(value);
        if (relayed) exchange.sent = { text: String(line), value };
        yield accepted === undecided ? await check(value, index) : accepted;
        index += 1;
        uncounted -= line.length;
        const turn = pace.after(line.length);
        if (turn !== undefined) await turn;
      }
      const turn = uncounted > 0 ? pace.after(uncounted) : undefined;
      if (turn !== undefined) await turn;
    }
  }
  return {
    step: ({ req }) => {
      requireUnread(req);
      if (hasBody(req)) requireType(req, mediaTypes, true);
      if (Number(req.headers['content-length']) > maxBytes)
        throw new HttpError(413, `The body is larger than ${maxBytes} bytes.`);
    },
    read: (exchange) => items(exchange),
    schema: anything,
  };
};

/** The chunks of a body, and null as its end. Leaves the request open when the handler stops reading, so that it can still be answered. */
async function* received(req: IncomingMessage): AsyncGenerator<Buffer | null, void, undefined> {
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
    yield null;
  } catch (error) {
    throw req.complete ? error : new HttpError(400, 'The request broke off.');
  } finally {
    if (!req.readableEnded) dropRest(req);
  }
}
