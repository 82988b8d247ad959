import { shareClass } from '../../report/share-class.js';
import type { ResponseDetail } from './response-entry.js';
import type { Output, Schema } from '../../schema/standard-schema.js';
import { StreamedAnswer, type StreamKind } from './streamed-answer.js';

/** A server-sent event (HTML Living Standard, section 9.2). Text is sent as it is, any other data as JSON. */
export interface ServerEvent<T = unknown> {
  readonly data: T;
  /** `message` for browsers when it is left out. */
  readonly event?: string;
  /** What a client that reconnects sends as Last-Event-ID. */
  readonly id?: string;
  /** How long clients wait before they reconnect, in milliseconds. */
  readonly retry?: number;
}

/** Items, or what makes them; the signal aborts when the client goes or the server stops. */
export type Items<T> = Sequence<T> | ((signal: AbortSignal) => Sequence<T>);

type Sequence<T> = AsyncIterable<T> | Iterable<T>;

declare const item: unique symbol;

/** An answer that is sent item by item. */
export class ItemStream<T = unknown> extends StreamedAnswer {
  declare readonly [item]?: T;

  constructor(
    readonly kind: StreamKind,
    readonly items: Items<unknown>,
    readonly heartbeatMs: number,
  ) {
    super();
  }

  /** The same stream with each value, or the data of each event, converted. */
  map(convert: (value: unknown) => unknown): ItemStream {
    const { kind, items, heartbeatMs } = this;
    const each =
      kind === 'ndjson' ? convert : (one: unknown) => ({ ...asEvent(one), data: convert(asEvent(one).data) });
    return new ItemStream(kind, (signal) => mapItems(openItems(items, signal), each), heartbeatMs);
  }
}
shareClass(ItemStream, 'item-stream');

export const openItems = (items: Items<unknown>, signal: AbortSignal): Sequence<unknown> =>
  typeof items === 'function' ? items(signal) : items;

export const iteratorOf = <T>(items: Sequence<T>): AsyncIterator<T> | Iterator<T> =>
  Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();

const members: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry']);

/** An object with `data` and no other members than those of an event is one; anything else is the data of one. */
export function asEvent(value: unknown): ServerEvent {
  const isEvent =
    typeof value === 'object' &&
    value !== null &&
    'data' in value &&
    Object.keys(value).every((name) => members.has(name));
  return isEvent ? (value as unknown as ServerEvent) : { data: value };
}

/** Converts each item when it is asked for. Ends the source at once when it is asked to, even while the source waits. */
export function mapItems<T, R>(items: Sequence<T>, convert: (item: T, index: number) => R): AsyncIterable<Awaited<R>> {
  return {
    [Symbol.asyncIterator]() {
      const source = iteratorOf(items);
      let index = 0;
      const end = async () => {
        await source.return?.();
        return { done: true as const, value: undefined };
      };
      return {
        async next() {
          const { done, value } = await source.next();
          if (done) return { done: true as const, value: undefined };
          try {
            return { done: false as const, value: await convert(value, index++) };
          } catch (error) {
            await end();
            throw error;
          }
        },
        return: end,
      };
    },
  };
}

/** An answer of a route that is a stream of `T`. */
export interface StreamDetail<T> extends ResponseDetail {
  readonly stream: StreamKind;
  readonly [item]?: T;
}

const eventsDescription = 'Server-sent events. The schema is that of the data of each.';

/** In `response`: an answer of server-sent events whose data has a schema. */
export function events<S extends Schema>(schema: S): StreamDetail<Output<S>>;
/**
 * As an answer: sends each item of an async iterable as a server-sent event, `{ data, event?, id?, retry? }` or a value that becomes
 * `data`. A comment keeps a quiet stream open every `heartbeatMs`, 15,000 by default.
 */
export function events<T>(items: Items<T | ServerEvent<T>>, options?: { readonly heartbeatMs?: number }): ItemStream<T>;
export function events(
  given: Schema | Items<unknown>,
  { heartbeatMs = 15_000 } = {},
): StreamDetail<unknown> | ItemStream {
  if (isItems(given)) return new ItemStream('events', given, heartbeatMs);
  return Object.freeze({
    description: eventsDescription,
    schema: given,
    mediaTypes: Object.freeze(['text/event-stream']),
    stream: 'events',
  });
}

/** Schemas of some libraries are functions too. */
export const isItems = (given: Schema | Items<unknown>): given is Items<unknown> =>
  !('~standard' in given) && (typeof given === 'function' || Symbol.asyncIterator in given || Symbol.iterator in given);
