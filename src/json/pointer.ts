import { isObject, type Json } from './json.js';

/** A JSON pointer (RFC 6901) from its tokens; the empty list is the whole document. */
export function pointerTo(tokens: readonly string[]): string {
  let pointer = '';
  for (const token of tokens) pointer += `/${escapeToken(token)}`;
  return pointer;
}

const escapeToken = (token: string) =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;

/** The tokens of a JSON pointer (RFC 6901), with or without a leading `#`. */
export function tokensOf(pointer: string): readonly string[] {
  const path = pointer.startsWith('#') ? decodeFragment(pointer.slice(1)) : pointer;
  return path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The member or item of a value; undefined where there is none. */
export function childOf(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(token) ? (value as readonly Json[])[Number(token)] : undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** The value that tokens lead to; undefined where there is none. */
export function valueAt(value: Json | undefined, tokens: readonly string[]): Json | undefined {
  return tokens.reduce(childOf, value);
}
