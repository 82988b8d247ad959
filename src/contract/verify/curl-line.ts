import type { Secrets } from './redact.js';
import type { WrittenRequest } from './write-request.js';

/** The line that sends a request again, for sh. Secrets are variables, to be set before. */
export function curlLine(origin: string, { method, target, headers, body }: WrittenRequest, secrets: Secrets): string {
  const parts = [
    'curl',
    // curl would resolve dots and braces.
    '--path-as-is -g',
    method === 'HEAD' ? '--head' : '-i',
    ...(method === 'GET' || method === 'HEAD' ? [] : [`-X ${quote(method)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(name, value, secrets)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteText(body, secrets)}`]),
    quoteText(`${origin}${redactQuery(target, secrets)}`, secrets),
  ];
  return parts.join(' ');
}

/** curl drops a header without a value unless it ends in a semicolon. */
function quoteHeader(name: string, value: string, secrets: Secrets): string {
  if (secrets.isSecret(name)) return `"${name}: $${secrets.variableOf(name)}"`;
  return quoteText(value === '' ? `${name};` : `${name}: ${value}`, secrets);
}

function redactQuery(target: string, secrets: Secrets): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined) return path;
  const pairs = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s);
    if (value !== undefined && secrets.isSecret(decode(name))) secrets.remember(decode(name), value);
    return pair;
  });
  return `${path}?${pairs.join('&')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text without its secrets, quoted; the variables among it are outside of the quotes. */
function quoteText(text: string, secrets: Secrets): string {
  const marked = secrets.conceal(text);
  if (marked === text) return quote(text);
  return marked
    .split(/(\$SVC_[A-Z0-9_]+)/)
    .filter((part) => part !== '')
    .map((part) => (/^\$SVC_[A-Z0-9_]+$/.test(part) ? `"${part}"` : quote(part)))
    .join('');
}

/** One word of sh. A text that begins with @ would name a file. */
export function quote(text: string): string {
  return /^[\w./:=?&%+,-]+$/.test(text) && !/[?&*]/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
