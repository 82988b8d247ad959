import { parse } from 'node:querystring';

type Values = Readonly<Record<string, unknown>>;

/**
 * The query of the newer version. A parameter with another value in `raised` is written again, and one with the same value stays as the client
 * wrote it. A parameter of `parsed`, the older version's, that `raised` lacks is removed. Lists repeat their name (RFC 6570's form style, exploded).
 */
export function rewriteQuery(raw: string, parsed: Values, raised: Values): string {
  const sent = parse(raw, '&', '=', { maxKeys: 0 });
  const pairs = raw.split('&').filter((pair) => pair !== '');
  const isKept = (name: string) =>
    Object.hasOwn(raised, name) ? isWritten(sent[name], raised[name]) : !Object.hasOwn(parsed, name);
  const kept = pairs.filter((pair) => isKept(nameOf(pair)));
  const others = Object.keys(sent).flatMap((name) => (isKept(name) ? [] : (sent[name] ?? [])));
  const written = Object.entries(raised).flatMap(([name, value]) =>
    value === undefined || isWritten(sent[name], value)
      ? []
      : writeValues(name, value, [...[sent[name] ?? []].flat(), ...others]),
  );
  return [...kept, ...written].join('&');
}

const nameOf = (pair: string) => Object.keys(parse(pair))[0]!;

/** Whether a query has a value already. */
function isWritten(sent: string | readonly string[] | undefined, value: unknown): boolean {
  if (sent === undefined) return false;
  const [texts, own] = [[sent].flat(), [value].flat()];
  return texts.length === own.length && texts.every((text, index) => text === parameterText(own[index], [text]));
}

const writeValues = (name: string, value: unknown, sent: readonly string[]) =>
  [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(parameterText(one, sent))}`);

/** The cookies of the newer version: those of `raised` in place of those of `parsed`; others stay as they are written. */
export function rewriteCookies(raw: string, parsed: Values, raised: Values): string {
  const pairs = raw.split(';').map((pair) => pair.trim());
  const names = new Set([parsed, raised].flatMap(Object.keys));
  const isKept = (pair: string) => !names.has(pair.split('=', 1)[0]!);
  const kept = pairs.filter((pair) => pair !== '' && isKept(pair));
  const sent = pairs.filter((pair) => !isKept(pair)).map((pair) => pair.slice(pair.indexOf('=') + 1));
  const written = Object.entries(raised).filter(([, value]) => value !== undefined);
  const cookies = written.map(([name, value]) => `${name}=${encodeURIComponent(parameterText(value, sent))}`);
  return [...kept, ...cookies].join('; ');
}

/** A value as the text of a parameter. A number keeps the digits of the first text that was sent for it, or for another parameter that is gone. */
export function parameterText(value: unknown, sent: readonly string[] = []): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number')
    return sent.find((text) => decimal.test(text) && Number(text) === value) ?? String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
