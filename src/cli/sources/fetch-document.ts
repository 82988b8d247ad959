import { isIPv4 } from 'node:net';
import { usageError } from '../command-failure.js';

const mostBytes = 10 * 1024 * 1024;
const mostRedirects = 5;
const timeLimit = 10_000;

/**
 * The text of a document at a URL: `https`, or `http` on this machine. Follows redirects on the same host only. Throws a CommandFailure
 * where the URL answers with anything else, with more than 10 MB, or not within 10 seconds.
 */
export async function fetchDocument(
  text: string,
  { milliseconds = timeLimit }: { readonly milliseconds?: number } = {},
): Promise<string> {
  const url = parseUrl(text);
  try {
    return await readBody(await follow(url, AbortSignal.timeout(milliseconds)), url.href);
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      throw usageError(`${url.href} did not answer within ${milliseconds / 1000} seconds. ${saveFirst}`);
    if (!(error instanceof TypeError)) throw error;
    throw usageError(`${url.href} cannot be reached: ${reasonOf(error)}. Check the URL. ${saveFirst}`);
  }
}

const saveFirst = 'If it needs other means, save the document as a file, or pipe it in as -.';

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw usageError(`${text} is not a URL. Use one such as https://example.com/openapi.json.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw usageError(`The URL of ${url.host} has a user name or a password, which logs would show. ${saveFirst}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw usageError(`${text} is not an https URL. ${saveFirst}`);
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw usageError(`${url.href} is not encrypted. Use https, or http for this machine alone. ${saveFirst}`);
  url.hash = '';
  return url;
}

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));

/** The answer at the end of the redirects. */
async function follow(start: URL, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' },
    });
    const target = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (target === null) return answer;
    await answer.body?.cancel();
    if (!URL.canParse(target, url.href))
      throw usageError(`${url.href} redirects to ${JSON.stringify(target)}, which is not a URL.`);
    const next = new URL(target, url);
    if (next.origin !== url.origin)
      throw usageError(
        `${url.href} redirects to another host, ${next.origin === 'null' ? next.protocol : next.origin}. If you trust it, name that URL: ${next.href}`,
      );
    url = next;
  }
  throw usageError(`${start.href} redirects more than ${mostRedirects} times. Name the last URL.`);
}

async function readBody(answer: Response, url: string): Promise<string> {
  if (!answer.ok) {
    await answer.body?.cancel();
    const needsLogin = answer.status === 401 || answer.status === 403;
    throw usageError(
      `${url} answers ${`${answer.status} ${answer.statusText}`.trim()}. ${needsLogin ? saveFirst : 'Check the URL.'}`,
    );
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw usageError(`${url} answers with more than 10 MB. Save the document as a file, and name the file.`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text))
    throw usageError(`${url} answers with a web page. Name the URL of the OpenAPI document itself.`);
  if (text.trim() === '') throw usageError(`${url} answers with an empty document. Check the URL.`);
  return text;
}

/** `getaddrinfo ENOTFOUND example.invalid` */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
