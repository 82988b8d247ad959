const mask = '****';

/** Hides what must not be read over a shoulder: a secret whole, and of an address its password. */
export function maskValue(value: string, secret: boolean): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return secret ? mask : value;
  return value
    .replace(/^([^/]+\/\/[^:@/?#]*):.*@/s, `$1:${mask}@`)
    .replace(/([?&][^=&#]*(?:password|secret|token|key)[^=&#]*=)[^&#]*/gi, `$1${mask}`);
}
