const mask = '****';

/** Masks what must not be shown: a whole secret, or the password in a URL. */
export function maskValue(value: string, secret: boolean): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return secret ? mask : value;
  return value
    .replace(/^([^/]+\/\/[^:@/?#]*):.*@/s, `$1:${mask}@`)
    .replace(/([?&][^=&#]*(?:password|secret|token|key)[^=&#]*=)[^&#]*/gi, `$1${mask}`);
}
