import type { ServerResponse } from 'node:http';
import type { Calls } from '../../routing/changes/operation-call.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { StreamKind } from '../../routing/declare/streamed-answer.js';
import { asEvent, ItemStream, openItems } from '../../routing/declare/streams.js';
import type { Answer } from '../onward.js';
import { codingOf, declaredHeaders, placeHeaders, removeDigests } from './answer-head.js';
import type { AnswerJudge, Expected } from './answer-judge.js';
import type { Way } from './answer-ways.js';
import { chunksOf, drained, sendHead } from './send-body.js';
import { respell, type Sent } from '../spelling/respell.js';
import { type SentItem, streamForms } from './streams.js';

/** What takes the items of an answer to an older version. */
interface ItemsWay {
  readonly way: Way;
  readonly stream: StreamKind;
  readonly passage: Passage;
  readonly judge: AnswerJudge;
  /** Of an item, in bytes. */
  readonly limit: number;
}

/** Each item goes its own way, as it comes. One that cannot be converted ends the stream. */
export async function sendItems(
  res: ServerResponse,
  { head, body }: Answer,
  calls: Calls,
  { way, stream, passage, judge, limit }: ItemsWay,
): Promise<void> {
  if (codingOf(head) !== '') throw judge.unusable(`a stream in Content-Encoding ${codingOf(head)}`);
  const { read, write } = streamForms[stream];
  head.removeHeader('Content-Length');
  const sent = read(chunksOf(body), way.schema, limit, (text) => void res.write(text));
  let last: Sent | null = null;
  const note = (json: Sent | null) => (last = json);
  const answer = {
    status: head.statusCode,
    headers: declaredHeaders(head, passage),
    body: new ItemStream(stream, checkItems(sent, { expected: way, stream, judge, note }), 0),
  };
  const lowered = way.lower(answer, calls);
  placeHeaders(head, answer, lowered);
  removeDigests(head);
  const hold = way.shown(lowered);
  const making = way.making();
  // An item is written before the next one is read.
  const json = (value: unknown) => {
    const shown = hold?.(value) ?? value;
    return last === null || shown === undefined ? JSON.stringify(shown) : respell(last, shown, making);
  };
  sendHead(res, head);
  const { items } = lowered.body as ItemStream;
  for await (const item of openItems(items, new AbortController().signal))
    if (!res.write(write(item, json))) await drained(res);
  res.end();
}

interface Checking {
  readonly expected: Expected;
  readonly stream: StreamKind;
  readonly judge: AnswerJudge;
  /** Gets the text of each item before the item goes on. */
  readonly note: (json: Sent | null) => void;
}

async function* checkItems(
  items: AsyncIterable<SentItem>,
  { expected, stream, judge, note }: Checking,
): AsyncGenerator<unknown> {
  for await (const { item, json } of items) {
    judge.judge(stream === 'events' ? asEvent(item).data : item, expected, 'an item');
    note(json);
    yield item;
  }
}
