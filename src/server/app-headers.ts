import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import { problem } from '../report/problem.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import { BootError } from '../routing/table/boot-error.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { crossOrigin } from './cors.js';

/** The headers of every answer of an app, including errors. Throws a BootError for options that helmet rejects. */
export function appHeaders(options: ServiceOptions): FlatHeaders {
  const varies = crossOrigin(options.cors, options.versioning)?.varies ?? false;
  return Object.freeze([...securityHeaders(options.securityHeaders), ...(varies ? ['Vary', 'Origin'] : [])]);
}

/** helmet's headers, computed once; they do not depend on the request. */
function securityHeaders(option: boolean | HelmetOptions | undefined): FlatHeaders {
  if (!option) return [];
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  let failure: unknown;
  try {
    helmet(option === true ? {} : option)(req, res, (error) => (failure = error));
  } catch (error) {
    failure = error;
  }
  if (failure)
    throw new BootError([
      problem(
        'invalid-option',
        `Invalid option securityHeaders: ${JSON.stringify(option)}.`,
        String((failure as Error).message),
        { option: 'securityHeaders' },
      ),
    ]);
  return res.getHeaderNames().flatMap((name) => [canonicalName(name), String(res.getHeader(name))]);
}

const canonicalName = (name: string) => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
