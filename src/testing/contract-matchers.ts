import { findOperation } from '../verify/find-operation.js';
import { judgeAnswer } from '../verify/judge-answer.js';
import { notDecided } from '../verify/rules/rules.js';
import { openPromise, type PromisedApi } from '../verify/promised-api.js';
import { buildLocks } from '../contract/lock/build-locks.js';
import { compileService } from '../export/compile-service.js';
import { buildDocument } from '../export/document/build-document.js';
import { documentSettings } from '../export/documented-app.js';
import type { JsonObject } from '../json/json.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import { requestOf } from './test-app.js';

/** What an answer was for: `GET /items/7`, with the version where the request names it otherwise. */
export type AnsweredRequest = string | { readonly method?: string; readonly path: string; readonly version?: string };

/** The matchers as `expect` has them: `interface Matchers<T> extends ContractMatchers {}` in a declaration of your test runner. */
export interface ContractMatchers<R = Promise<void>> {
  /** Whether a Response has the status, body and headers that its version promises; an answer of testApp needs no request. */
  toFitContract(request?: AnsweredRequest): R;
}

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What is promised: a definition, or the documents or lock files by version. */
export type Promised = ServiceDefinition | Readonly<Record<string, object>>;

/** Matchers for `expect.extend` of Vitest and Jest. */
export function contractMatchers(promised: Promised): {
  /** `expect(response).toFitContract()`: passes when the answer is one that its version promises. */
  toFitContract(received: unknown, request?: AnsweredRequest): Promise<Verdict>;
} {
  let opened: Promise<PromisedApi> | undefined;
  return {
    toFitContract: async (received, request) => {
      if (!(received instanceof Response)) return refuse('toFitContract takes a Response. Await the request first.');
      const { method, target, headers, version } = readRequest(received, request);
      const api = await (opened ??= open(promised));
      const echoed = received.headers.get('api-version') ?? undefined;
      const named = version ?? echoed;
      const operation = findOperation(api, { method, target, headers, ...(named !== undefined && { version: named }) });
      if (!operation)
        return refuse(`No version promises ${method} ${target}${named === undefined ? '' : ` in version ${named}`}.`);
      const answer = {
        status: received.status,
        headers: Object.fromEntries(received.headers),
        text: await received.clone().text(),
      };
      const date = new Date(received.headers.get('date') ?? Date.now());
      const found = judgeAnswer({
        kind: 'seen',
        api,
        operation,
        request: { method, target, headers },
        answer,
        now: date,
        hasCredentials: true,
      });
      const errors = found.filter(({ level, rule }) => level === 'error' || rule === notDecided.id);
      const list = errors.map(({ rule, message }) => `  ${message}  [${rule}]`).join('\n');
      return {
        pass: errors.length === 0,
        message: () =>
          errors.length === 0
            ? `${operation.name} fits its contract.`
            : `${operation.name}${operation.of.version === null ? '' : ` in version ${operation.of.version}`} does not fit its contract:\n${list}`,
      };
    },
  };
}

const refuse = (message: string): Verdict => ({ pass: false, message: () => message });

function readRequest(response: Response, request: AnsweredRequest | undefined) {
  const known = requestOf(response);
  const [, method, path] =
    typeof request === 'string'
      ? (/^(?:([A-Z]+) )?(.+)$/s.exec(request) ?? [])
      : [null, request?.method, request?.path];
  const url = path ?? known?.url ?? response.url;
  const { pathname, search } = new URL(url, 'http://localhost');
  return {
    method: method ?? known?.method ?? 'GET',
    target: `${pathname}${search}`,
    headers: known ? Object.fromEntries(known.headers) : {},
    version: typeof request === 'object' ? request.version : undefined,
  };
}

async function open(promised: Promised): Promise<PromisedApi> {
  const isService = typeof promised['root'] === 'function';
  const locks = isService
    ? await locksOf(promised as ServiceDefinition)
    : Object.entries(promised).map(([version, document]) => ({
        version: version === '' ? null : version,
        document: document as JsonObject,
      }));
  return openPromise(locks, { base: '', isService, applications: {} });
}

function locksOf(definition: ServiceDefinition) {
  const table = compileService(definition);
  const settings = { ...documentSettings(definition), mounts: [] };
  const document = async (apiVersion: string | null) =>
    buildDocument(table, { ...settings, apiVersion }) as unknown as JsonObject;
  return buildLocks({
    routes: table.routes,
    versioning: definition.versioning || undefined,
    lifecycle: definition.lifecycle,
    document,
  });
}
