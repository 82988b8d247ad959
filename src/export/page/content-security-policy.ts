/** The page's own scripts, styles and origin, and nothing else; `origins` are the servers that the document names. */
export function contentSecurityPolicy(nonce: string, origins: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...origins].join(' ')}`,
  ].join('; ');
}
