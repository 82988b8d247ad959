import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { problem } from '../../report/boot-problem.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { BootError } from '../../routing/table/boot-error.js';

type Connect = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/**
 * The headers that connect-style middleware sets on the answer to a request with these headers, asked at boot. Throws a
 * BootError that names the option when the middleware rejects its options.
 */
export function recordHeaders(
  option: { readonly name: string; readonly value: unknown },
  sent: IncomingMessage['headers'],
  middleware: () => Connect,
): FlatHeaders {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: 'GET', headers: sent });
  const res = new ServerResponse(req);
  let failure: unknown;
  try {
    middleware()(req, res, (error) => (failure = error));
  } catch (error) {
    failure = error;
  }
  if (failure)
    throw new BootError([
      problem(
        'invalid-option',
        `Invalid option ${option.name}: ${JSON.stringify(option.value)}.`,
        String((failure as Error).message),
        { option: option.name },
      ),
    ]);
  return res.getHeaderNames().flatMap((name) => [canonicalName(name), String(res.getHeader(name))]);
}

const canonicalName = (name: string) => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
