/** A JSON pointer (RFC 6901) from its tokens; the empty list is the whole document. */
export function pointerTo(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

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
