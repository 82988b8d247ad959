import { relayService } from '../../around/relay-service.js';
import type { Route } from '../../routing/table/route.js';
import type { Answer } from '../../verify/exchange.js';
import type { WrittenRequest } from '../../verify/write-request.js';
import { CommandFailure, usageError } from '../command-failure.js';
import { type OpenedApi, serviceOf } from '../sources/open-api.js';
import { Pace } from '../verify/pace.js';
import { pathValuesOf } from '../verify/schemas-accept.js';

/** Recorded requests of an older version, and the running build of the newest one. */
export interface ThroughDetails {
  /** Such as `http://localhost:3000`. */
  readonly url: string;
  readonly from: string;
  readonly to: string;
  /** Requests a second; null for no limit. */
  readonly rate: number | null;
  readonly requests: readonly OlderRequest[];
}

interface OlderRequest {
  readonly method: string;
  /** As in documents: `/books/{id}`. */
  readonly path: string;
  /** What stands in front of the path. */
  readonly base: string;
  readonly request: WrittenRequest;
}

/** Sends requests of an older version through the changes of a service, and resolves to the answers as that version has them; null where the newest one has no such operation. */
export async function askForThrough(api: OpenedApi, details: ThroughDetails): Promise<readonly (Answer | null)[]> {
  const service = serviceOf(api, { command: 'svc verify --through', instead: 'Omit --through.' });
  const { url, from, rate, requests } = details;
  refuseVersions(service.definition.versioning, details);
  const routes = new Map(
    service.table.routes.filter(({ version }) => version === from).map((one) => [`${one.method} ${one.path}`, one]),
  );
  const ways = new Map<Route, ReturnType<typeof relayService>>();
  const pace = new Pace(rate);
  const answers: (Answer | null)[] = [];
  for (const { method, path, base, request } of requests) {
    const route = routes.get(`${method} ${path}`);
    if (route && !ways.has(route)) ways.set(route, relayService(service, route, askOnce));
    const values = route && pathValuesOf(base + path, request.target);
    const way = route && ways.get(route);
    if (!way || !values) {
      answers.push(null);
      continue;
    }
    await pace.wait();
    const headers = { Accept: '*/*', ...request.headers };
    const body = Buffer.from(request.body ?? '');
    const sent = new Request(url + request.target, {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(request.body !== undefined && { body }),
    });
    answers.push(await readAnswer(await way({ request: sent, pathValues: values, body })));
  }
  return answers;
}

/** Throws for versions that no change leads from and to. */
function refuseVersions(versioning: unknown, { from, to }: ThroughDetails): void {
  const { versions } = (versioning || {}) as {
    readonly versions?: { readonly names: readonly string[]; readonly newest: string };
  };
  if (!versions?.names) throw usageError('--through needs a service whose versions declare their changes.');
  const { names, newest } = versions;
  if (to !== newest)
    throw usageError(
      `--through ends at version ${to}. The changes lead to version ${newest}: write ${from}..${newest}.`,
    );
  if (!names.includes(from) || from === newest)
    throw usageError(
      `--through begins at version ${from}. Available: ${names.filter((name) => name !== newest).join(', ')}.`,
    );
}

const askOnce = (request: Request) =>
  fetch(request, { signal: AbortSignal.timeout(10_000) }).catch((error: Error) => {
    throw new CommandFailure(`${new URL(request.url).origin} does not answer: ${String(error.cause ?? error)}.`);
  });

async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
}
