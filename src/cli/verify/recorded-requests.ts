import { tryParse } from '../../json/parse-json.js';
import { pathParameters } from '../../routing/table/path.js';
import type { Answer } from '../../verify/exchange.js';
import { findOperation } from '../../verify/find-operation.js';
import type { RecordedExchange } from '../../verify/har/read-har.js';
import { safeMethods } from '../../verify/probes.js';
import type { PromisedApi, PromisedOperation } from '../../verify/promised-api.js';
import { type Secrets, secretsIn } from '../../verify/redact.js';
import { isFormType } from '../../verify/write-body.js';
import type { WrittenRequest } from '../../verify/write-request.js';

/** A recorded exchange that is sent again. */
export interface ChosenExchange {
  readonly recorded: RecordedExchange;
  readonly operation: PromisedOperation;
  /** Of the operation among those of the promise. */
  readonly position: number;
  readonly request: WrittenRequest;
}

/** The recorded exchanges that can be sent again, and notes about those that cannot. `headers` replace recorded ones. */
export function chooseRecorded(
  recorded: readonly RecordedExchange[],
  {
    api,
    headers,
    writes,
    isChosen,
  }: {
    readonly api: PromisedApi;
    readonly headers: Readonly<Record<string, string>>;
    readonly writes: boolean;
    readonly isChosen: (operation: PromisedOperation) => boolean;
  },
): { readonly chosen: readonly ChosenExchange[]; readonly notes: readonly string[] } {
  const [unknown, unsafe, chosen] = [[] as number[], [] as number[], [] as ChosenExchange[]];
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  for (const one of recorded) {
    const operation = findOperation(api, one);
    if (!operation) unknown.push(one.entry);
    else if (!isChosen(operation)) continue;
    else if (!safeMethods.has(one.method) && !writes) unsafe.push(one.entry);
    else {
      const { method, target, body } = one;
      const request = {
        method,
        target,
        headers: { ...one.headers, ...given },
        ...(body !== undefined && { body }),
      };
      chosen.push({ recorded: one, operation, position: api.operations.indexOf(operation), request });
    }
  }
  return {
    chosen,
    notes: [
      ...(unknown.length > 0 ? [`Recorded requests that no version promises: ${listEntries(unknown)}.`] : []),
      ...(unsafe.length > 0
        ? [`Recorded requests that may change something, and were not sent: ${listEntries(unsafe)}. Use --write.`]
        : []),
    ],
  };
}

/** `12 (log.entries 0, 1, …)` */
export const listEntries = (entries: readonly number[]): string =>
  `${entries.length} (log.entries ${entries.slice(0, 10).join(', ')}${entries.length > 10 ? ', …' : ''})`;

/** The name and the text of a part of multipart (RFC 7578). */
const partOfBody = /name="([^"]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n([^]*?)\r\n--/g;

/** A recording holds the secrets of its callers. */
export function rememberRecorded(
  secrets: Secrets,
  { operation, recorded: one }: Pick<ChosenExchange, 'operation' | 'recorded'>,
  answer: Answer,
): void {
  secrets.rememberHeaders(Object.fromEntries(Object.entries(one.headers).filter(([name]) => secrets.isSecret(name))));
  secrets.rememberAnswer(answer);
  const [path = '', query] = one.target.split(/\?(.*)/s);
  const names = pathParameters(operation.path);
  const values = path.slice(operation.base.length).split('/');
  const found = [
    ...operation.path.split('/').flatMap((part, index) => {
      const name = names.find((parameter) => part === `{${parameter}}`);
      return name === undefined ? [] : [[name, decode(values[index] ?? '')] as const];
    }),
    ...new URLSearchParams(query),
    ...(isFormType(one.headers['content-type'] ?? '') ? new URLSearchParams(one.body) : []),
  ];
  for (const [name, value] of found) if (secrets.isSecret(name)) secrets.remember(name, value);
  for (const [, name = '', value = ''] of (one.body ?? '').matchAll(partOfBody))
    if (secrets.isSecret(name)) secrets.remember(name, value);
  for (const line of [one.body, ...(one.body ?? '').split('\n')])
    for (const [name, value] of secretsIn(tryParse(line), secrets.isSecret)) secrets.remember(name, value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
