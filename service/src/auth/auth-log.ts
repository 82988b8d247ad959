/** The log of accounts; never receives a token, a password or a cookie. */
export interface AuthLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const secretParameters = /\b(token|code|state|password|id_token|access_token)=[^&\s"']+/gi;
const bearerOrHash = /\b[A-Za-z0-9_-]{32,}(?:\.[A-Za-z0-9+/=%_-]+)*/g;

/** A message with everything that looks like a credential or a secret URL parameter removed. */
export function redact(message: string): string {
  return message.replaceAll(secretParameters, '$1=[redacted]').replaceAll(bearerOrHash, '[redacted]');
}

/** The origin comes with each request, from PUBLIC_URL or the address that the client used. */
const expected = 'Base URL is not set';

/**
 * Logs better-auth's warnings and errors as warnings, redacted, with errors reduced to their message.
 * It also logs client mistakes as errors; failures on our side are logged where they become a 5xx.
 */
export function forwardLog(log: Pick<AuthLog, 'warn'>) {
  return (level: 'debug' | 'info' | 'warn' | 'error', message: string, ...details: readonly unknown[]): void => {
    if ((level !== 'warn' && level !== 'error') || message.includes(expected)) return;
    const errors = details.flatMap((detail) => (detail instanceof Error ? `${detail.name}: ${detail.message}` : []));
    log.warn(redact(['Accounts:', message, ...errors].join(' ')));
  };
}
