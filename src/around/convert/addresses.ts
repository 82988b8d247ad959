import type { ServerResponse } from 'node:http';

/** The fields with addresses of the application (RFC 9110, section 10.2.2; RFC 8288, section 3). */
export function adaptAddresses(res: ServerResponse, adapt: (url: string) => string): void {
  for (const name of ['Location', 'Content-Location']) {
    const url = res.getHeader(name);
    if (typeof url === 'string') res.setHeader(name, adaptUrl(url, adapt));
  }
  const link = res.getHeader('Link');
  if (typeof link === 'string')
    res.setHeader(
      'Link',
      link.replaceAll(/<([^>]*)>/g, (_, url: string) => `<${adaptUrl(url, adapt)}>`),
    );
}

/** The path of an address, which may be absolute. */
function adaptUrl(url: string, adapt: (url: string) => string): string {
  if (url.startsWith('/') && !url.startsWith('//')) return adapt(url);
  const origin = /^[a-z][a-z+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
  return origin === undefined ? url : `${origin}${adapt(url.slice(origin.length))}`;
}
