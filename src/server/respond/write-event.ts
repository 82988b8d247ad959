import type { ServerEvent } from '../../routing/declare/streams.js';

/** An event as text (HTML Living Standard, section 9.2.5). Throws a TypeError for what clients would read as something else. */
export function writeEvent({ data, event, id, retry }: ServerEvent, json: (value: unknown) => string): string {
  if (event !== undefined && /[\r\n]/.test(event)) throw invalid('event', event, 'one line');
  if (id !== undefined && /[\0\r\n]/.test(id)) throw invalid('id', id, 'one line without NUL');
  if (retry !== undefined && !(Number.isSafeInteger(retry) && retry >= 0))
    throw invalid('retry', retry, 'an integer of milliseconds');
  const fields = [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(typeof data === 'string' ? data : json(data)).split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return `${fields.join('\n')}\n\n`;
}

const invalid = (name: string, value: unknown, expected: string) =>
  new TypeError(`The ${name} of an event is ${JSON.stringify(value)}. Write ${expected}.`);
