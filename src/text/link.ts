/** The link as a header holds it, in ASCII (RFC 8288, section 3); null when it is neither a URL nor an absolute path. */
export function readLink(link: unknown): string | null {
  if (typeof link !== 'string' || /[\s<>"\u0000-\u001f\u007f]/.test(link)) return null;
  const isPath = link.startsWith('/');
  if (/^(?:javascript|data|vbscript):/i.test(link) || !URL.canParse(link, isPath ? 'http://localhost' : undefined))
    return null;
  if (/^[\u0021-\u007e]+$/.test(link)) return link;
  if (!isPath) return new URL(link).href;
  const { pathname, search, hash } = new URL(link, 'http://localhost');
  return `${pathname}${search}${hash}`;
}
