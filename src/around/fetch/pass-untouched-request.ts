import { isThenable } from '../../server/endpoint/is-thenable.js';
import { targetOf } from '../../server/fetch/fetch-request.js';
import type { RequestHead } from '../../routing/matching/decision.js';
import { type AdaptAddress, addressesFor } from '../convert/addresses.js';
import type { NamesVersion } from '../name-version.js';
import type { Untouched, UntouchedRequests } from '../untouched.js';
import { type FetchHandler, withHeaders } from './fetch-onward.js';
import { rewritten } from './request-of.js';
import type { RequestVersions } from './request-versions.js';

/** What Requests need that pass untouched. */
export interface UntouchedParts {
  readonly requests: UntouchedRequests;
  readonly names: NamesVersion;
  readonly requestVersions: RequestVersions;
}

/** The answer to a Request that passes untouched, synchronous where the application is; null for any other Request. */
export function passUntouchedRequest(
  request: Request,
  next: FetchHandler,
  { requests, names, requestVersions }: UntouchedParts,
): Response | Promise<Response> | null {
  const head = headOf(request, names.field, requestVersions);
  const found = requests.find(head);
  if (found === null) return null;
  const { versionField } = found;
  const addresses = addressesOf(request, found);
  const answerWith = (answer: Response) => withHeaders(answer, found.headers, addresses);
  const isNamed =
    versionField !== null &&
    head.headers[versionField.field] !== versionField.value &&
    requestVersions.begin(request, versionField);
  const sent = isNamed ? request : requestFor(request, head, found, names);
  const end = () => {
    if (isNamed) requestVersions.end(request);
  };
  let isWaiting = false;
  try {
    const answer = next(sent);
    isWaiting = isThenable(answer);
    return isWaiting ? answerLater(answer, answerWith, end) : answerWith(answer as Response);
  } catch (error) {
    // Rejects, as for an application that answers later.
    return Promise.reject(error as Error);
  } finally {
    if (!isWaiting) end();
  }
}

async function answerLater(
  answer: Response | Promise<Response>,
  answerWith: (answer: Response) => Response,
  end: () => void,
): Promise<Response> {
  try {
    return answerWith(await answer);
  } finally {
    end();
  }
}

/** null where the version has the same addresses. The hosts of a request are read only for an address that has one. */
function addressesOf(request: Request, { forClients, headers, elsewhere }: Untouched): AdaptAddress | null {
  if (elsewhere !== null) return elsewhere.adapt;
  if (forClients === null) return null;
  const hosts = {
    get host() {
      return request.headers.get('host') ?? new URL(request.url).host;
    },
    get 'x-forwarded-host'() {
      return request.headers.get('x-forwarded-host') ?? undefined;
    },
  };
  return addressesFor({ headers: hosts }, headers, forClients);
}

const decisive = ['connection', 'if-match', 'if-none-match', 'if-modified-since'];

/** What decides about a request: its target, its version, and what concerns its connection alone. */
function headOf(request: Request, field: string | null, requestVersions: RequestVersions): RequestHead {
  const headers: Record<string, string | undefined> = {};
  for (const name of decisive) headers[name] = request.headers.get(name) ?? undefined;
  if (request.method === 'OPTIONS')
    headers['access-control-request-method'] = request.headers.get('access-control-request-method') ?? undefined;
  if (field !== null) headers[field] = requestVersions.came(request, field) ?? undefined;
  return { method: request.method, url: targetOf(request.url), headers };
}

/** The received Request where it names the version of the application, else another one. */
function requestFor(
  request: Request,
  head: RequestHead,
  { route, versionField, elsewhere }: Untouched,
  names: NamesVersion,
): Request {
  if (elsewhere !== null) return rewritten(request, elsewhere.head, null);
  if (route === null || (versionField !== null && head.headers[versionField.field] === versionField.value))
    return request;
  const { url, headers } = names.newest(head, route);
  const isSame = url === head.url && Object.entries(headers).every(([name, value]) => head.headers[name] === value);
  return isSame ? request : rewritten(request, { method: request.method, url, headers }, null);
}
