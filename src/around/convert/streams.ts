import { createParser } from 'eventsource-parser';
import type { StreamKind } from '../../routing/declare/streamed-answer.js';
import { asEvent, type ServerEvent } from '../../routing/declare/streams.js';
import { fitsOf } from '../../schema/fits.js';
import type { Schema } from '../../schema/standard-schema.js';
import { Lines } from '../../server/bodies/lines.js';
import { jsonText, parseHandedOn } from '../../server/request/read-body.js';
import { writeEvent } from '../../server/respond/write-event.js';
import type { Sent } from '../spelling/respell.js';

/** An item as it was sent. */
export interface SentItem {
  readonly item: unknown;
  /** What is JSON in it; null where that is a text itself. */
  readonly json: Sent | null;
}

interface StreamForm {
  /** The items of a body as they arrive. `keep` gets everything between items, as text. */
  readonly read: (
    body: AsyncIterable<Uint8Array>,
    schema: Schema,
    limit: number,
    keep: (text: string) => void,
  ) => AsyncIterable<SentItem>;
  readonly write: (item: unknown, json: (value: unknown) => string) => string;
}

/** How the items of an answer are read and written. */
export const streamForms: Readonly<Record<StreamKind, StreamForm>> = {
  ndjson: { read: readLines, write: (item, json) => `${json(item)}\n` },
  events: { read: readEvents, write: (item, json) => writeEvent(asEvent(item), json) },
};

async function* readLines(body: AsyncIterable<Uint8Array>, _schema: Schema, limit: number): AsyncGenerator<SentItem> {
  const lines = new Lines(Number.POSITIVE_INFINITY, limit);
  const complete = function* (chunk: Buffer | null): Generator<SentItem> {
    lines.add(chunk);
    for (let line = lines.next(); line !== null; line = lines.next()) {
      const text = typeof line === 'string' ? line : jsonText(line);
      const item = parseHandedOn(text);
      yield { item, json: { text, value: item } };
    }
  };
  for await (const chunk of body) yield* complete(Buffer.from(chunk));
  yield* complete(null);
}

/** Comments are kept, because they keep a quiet stream open. */
async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  schema: Schema,
  limit: number,
  keep: (text: string) => void,
): AsyncGenerator<SentItem> {
  const found: SentItem[] = [];
  const fits = fitsOf(schema);
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ data: text, event, id }) => {
      const data = dataOf(text, fits);
      const item: ServerEvent = { data, ...(event !== undefined && { event }), ...(id !== undefined && { id }) };
      found.push({ item, json: data === text ? null : { text, value: data } });
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
    onComment: (comment) => keep(`:${comment}\n\n`),
    onRetry: (retry) => keep(`retry: ${retry}\n\n`),
  });
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
}

/** Data is JSON, unless its schema says that it is the text. */
function dataOf(data: string, fits: (value: unknown) => boolean): unknown {
  try {
    const value = parseHandedOn(data);
    return !fits(value) && fits(data) ? data : value;
  } catch {
    return data;
  }
}
