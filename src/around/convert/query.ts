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
  const written = Object.entries(raised).flatMap(([name, value]) =>
    value === undefined || isWritten(sent[name], value) ? [] : writeValues(name, value),
  );
  return [...kept, ...written].join('&');
}

const nameOf = (pair: string) => Object.keys(parse(pair))[0]!;

/** Whether a query has a value already. */
function isWritten(sent: string | readonly string[] | undefined, value: unknown): boolean {
  if (sent === undefined) return false;
  const [texts, own] = [[sent].flat(), [value].flat().map(parameterText)];
  return texts.length === own.length && texts.every((text, index) => text === own[index]);
}

const writeValues = (name: string, value: unknown) =>
  [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(parameterText(one))}`);

/** The cookies of the newer version: those of `raised` in place of those of `parsed`; others stay as they are written. */
export function rewriteCookies(raw: string, parsed: Values, raised: Values): string {
  const pairs = raw.split(';').map((pair) => pair.trim());
  const names = new Set([parsed, raised].flatMap(Object.keys));
  const kept = pairs.filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0]!));
  const written = Object.entries(raised).filter(([, value]) => value !== undefined);
  return [...kept, ...written.map(([name, value]) => `${name}=${encodeURIComponent(parameterText(value))}`)].join('; ');
}

/** A value as the text of a parameter. */
export function parameterText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
