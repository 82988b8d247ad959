import { parse } from 'node:querystring';
import { readCookies } from '../../server/request/cookies.js';
import { HttpError } from '../../routing/table/http-error.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The query of the newer version. A parameter with another value in `raised` is written again, and one with the same value stays as the client
 * wrote it. A parameter of `parsed`, the older version's, that `raised` lacks is removed. Lists repeat their name (RFC 6570's form style, exploded).
 */
export function rewriteQuery(raw: string, parsed: Values, raised: Values): string {
  const sent = parse(raw, '&', '=', { maxKeys: 0 });
  const pairs = raw.split('&').filter((pair) => pair !== '');
  const isKept = remembered((name: string) =>
    Object.hasOwn(raised, name) ? isWritten(sent[name], raised[name]) : !Object.hasOwn(parsed, name),
  );
  const kept = pairs.filter((pair) => isKept(nameOf(pair)));
  const others = Object.keys(sent).flatMap((name) => (isKept(name) ? [] : (sent[name] ?? [])));
  const written = Object.entries(raised).flatMap(([name, value]) =>
    value === undefined || isWritten(sent[name], value)
      ? []
      : writeValues(name, value, [...[sent[name] ?? []].flat(), ...others]),
  );
  return [...kept, ...written].join('&');
}

/** A name may come as often as a body has room for. */
function remembered(judge: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name) ?? judge(name);
    known.set(name, found);
    return found;
  };
}

const nameOf = (pair: string) => Object.keys(parse(pair))[0]!;

/** Whether a query has a value already. */
function isWritten(sent: string | readonly string[] | undefined, value: unknown): boolean {
  if (sent === undefined) return false;
  const [texts, own] = [[sent].flat(), [value].flat()];
  return texts.length === own.length && texts.every((text, index) => text === parameterText(own[index], [text]));
}

function writeValues(name: string, value: unknown, sent: readonly string[]): readonly string[] {
  const texts = numberTexts(sent);
  const what = `The query parameter ${name}`;
  return [value].flat().map((one) => `${encoded(name, what)}=${encoded(textOf(one, texts), what)}`);
}

/** The cookies of the newer version: those of `raised` in place of those of `parsed`; others, and those with the same value, stay as they are written. */
export function rewriteCookies(raw: string, parsed: Values, raised: Values): string {
  const pairs = raw.split(';').map((pair) => pair.trim());
  const values = readCookies(raw);
  const isSame = (name: string) => isWritten(values[name], raised[name]);
  const names = new Set([parsed, raised].flatMap(Object.keys).filter((name) => !isSame(name)));
  const isKept = (pair: string) => !names.has(pair.split('=', 1)[0]!);
  const kept = pairs.filter((pair) => pair !== '' && isKept(pair));
  const sent = numberTexts(pairs.filter((pair) => !isKept(pair)).map((pair) => pair.slice(pair.indexOf('=') + 1)));
  const cookies = Object.entries(raised).flatMap(([name, value]) =>
    value === undefined || isSame(name) ? [] : [`${name}=${encoded(textOf(value, sent), `The cookie ${name}`)}`],
  );
  return [...kept, ...cookies].join('; ');
}

/** A value as the text of a parameter. A number keeps the digits of the first text that was sent for it, or for another parameter that is gone. */
export const parameterText = (value: unknown, sent: readonly string[] = []): string => textOf(value, numberTexts(sent));

/** The first text of each number. */
const numberTexts = (sent: readonly string[]): ReadonlyMap<number, string> =>
  new Map(
    sent
      .filter((text) => decimal.test(text))
      .map((text) => [Number(text), text] as const)
      .toReversed(),
  );

function textOf(value: unknown, sent: ReadonlyMap<number, string>): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return sent.get(value) ?? String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Percent-encoded. Throws a 400 for half of a surrogate pair, which has no UTF-8: a change may make a parameter of a member of a body. */
export function encoded(text: string, what: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new HttpError(400, `${what} would have half of a surrogate pair, which no address can carry.`);
  }
}
