import { tryParse } from '../../json/parse-json.js';
import { parseDate } from '../../text/date.js';
import { Coverage } from '../../verify/coverage.js';
import { findOperation } from '../../verify/find-operation.js';
import { compareRecorded } from '../../verify/har/compare-recorded.js';
import type { RecordedExchange } from '../../verify/har/read-har.js';
import { judgeAnswer } from '../../verify/judge-answer.js';
import type { Answer } from '../../verify/exchange.js';
import type { PromisedOperation } from '../../verify/promised-api.js';
import { type Secrets, secretsIn } from '../../verify/redact.js';
import { isFormType } from '../../verify/write-body.js';
import { pathParameters } from '../../routing/table/path.js';
import { CommandFailure } from '../command-failure.js';
import type { Run, RunOutcome, Sighting } from './run.js';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sends recorded requests to the service, one after the other, and judges the answers by what was promised and what was recorded. */
export async function replayHar(
  recorded: readonly RecordedExchange[],
  {
    writes,
    isChosen,
    ...run
  }: Omit<Run, 'cases' | 'links' | 'connections'> & {
    readonly writes: boolean;
    readonly isChosen: (operation: PromisedOperation) => boolean;
  },
): Promise<RunOutcome> {
  const { api, sender, pace, asOf, signal, headers: given, secrets, origin, onProgress } = run;
  const sightings: Sighting[] = [];
  const coverage = new Coverage(api);
  const [unknown, unsafe] = [[] as number[], [] as number[]];
  let requests = 0;
  let done = 0;
  for (const one of recorded) {
    if (signal.aborted) break;
    done += 1;
    const operation = findOperation(api, one);
    if (!operation) unknown.push(one.entry);
    else if (!isChosen(operation)) continue;
    else if (!safe.has(one.method) && !writes) unsafe.push(one.entry);
    else {
      const headers = {
        ...one.headers,
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])),
      };
      const request = {
        method: one.method,
        target: one.target,
        headers,
        ...(one.body !== undefined && { body: one.body }),
      };
      await pace.wait();
      requests += 1;
      const answer = await sender.send(request).catch((error: Error) => {
        throw new CommandFailure(`${origin} does not answer log.entries[${one.entry}]: ${error.message}.`);
      });
      const position = api.operations.indexOf(operation);
      coverage.count({ operation: position }, answer.status);
      const now = asOf ?? parseDate(answer.headers['date']) ?? new Date();
      const hasCredentials = Object.keys(headers).some(secrets.isSecret);
      const judged = judgeAnswer({ kind: 'seen', api, operation, request, answer, now, hasCredentials });
      for (const finding of [...judged, ...compareRecorded(operation, one, answer)])
        sightings.push({ ...finding, operation: position, request });
      if (sightings.at(-1)?.request === request) rememberRecorded(secrets, operation, one, answer);
      onProgress(done, operation.name);
    }
  }
  const list = (entries: readonly number[]) =>
    `${entries.length} (log.entries ${entries.slice(0, 10).join(', ')}${entries.length > 10 ? ', …' : ''})`;
  const notes = [
    ...(unknown.length > 0 ? [`Recorded requests that no version promises: ${list(unknown)}.`] : []),
    ...(unsafe.length > 0
      ? [`Recorded requests that may change something, and were not sent: ${list(unsafe)}. Use --write.`]
      : []),
  ];
  return { sightings, coverage, requests, left: recorded.length - done, notes };
}

/** The name and the text of a part of multipart (RFC 7578). */
const partOfBody = /name="([^"]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n([^]*?)\r\n--/g;

/** A recording holds the secrets of whoever was recorded. */
function rememberRecorded(secrets: Secrets, operation: PromisedOperation, one: RecordedExchange, answer: Answer): void {
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
