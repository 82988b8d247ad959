/** Where accounts report; never given a token, a password or a cookie. */
export interface AuthLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const secretParameters = /\b(token|code|state|password|id_token|access_token)=[^&\s"']+/gi;
const bearerOrHash = /\b[A-Za-z0-9_-]{32,}(?:\.[A-Za-z0-9+/=%_-]+)*/g;

/** A foreign message without what looks like a credential or an address's secret parameter. */
export function redact(message: string): string {
  return message.replaceAll(secretParameters, '$1=[redacted]').replaceAll(bearerOrHash, '[redacted]');
}

/** The origin comes with each request, from PUBLIC_URL or from what the client addressed. */
const expected = 'Base URL is not set';

/**
 * better-auth's log lines as warnings, redacted, errors reduced to their message; below warnings nothing.
 * It calls a client's mistake an error too; what fails on our side is logged where it is answered with a 5xx.
 */
export function forwardLog(log: Pick<AuthLog, 'warn'>) {
  return (level: 'debug' | 'info' | 'warn' | 'error', message: string, ...details: readonly unknown[]): void => {
    if ((level !== 'warn' && level !== 'error') || message.includes(expected)) return;
    const errors = details.flatMap((detail) => (detail instanceof Error ? `${detail.name}: ${detail.message}` : []));
    log.warn(redact(['Accounts:', message, ...errors].join(' ')));
  };
}
