import { parseDate } from '../../text/date.js';
import { countOf } from '../../text/join-words.js';
import { versionOf } from '../../verify/promised-api.js';
import type { Case } from '../../verify/case.js';
import { Coverage } from '../../verify/coverage.js';
import { judgeAnswer } from '../../verify/judge-answer.js';
import { isUndeclaredRefusal } from '../../verify/ordinary-refusals.js';
import { requestOf } from '../../verify/request-of.js';
import { isNamed, readSeedTarget } from '../../verify/seeds.js';
import { nameInVersion } from '../../verify/verify-report.js';
import type { WrittenRequest } from '../../verify/write-request.js';
import { AnsweredRequests } from './answered-requests.js';
import { GivenValues } from './given-values.js';
import type { Run, RunOutcome, Sighting } from './run.js';

/** Sends the cases and judges the answers. Rejects with a CommandFailure where the service never answers. */
export async function runCases(run: Run): Promise<RunOutcome> {
  const { api, connections, onProgress } = run;
  const sent = new AnsweredRequests(run);
  const given = new GivenValues(api, run.links);
  const coverage = new Coverage(api);
  const sightings: Sighting[] = [];
  const skipped = new Map<number, number>();
  const refused = new Map<string, Set<number>>();
  let done = 0;

  /** Resolves to whether there was an answer. */
  const tryCase = async (one: Case): Promise<boolean> => {
    const operation = api.operations[one.operation]!;
    const own = requestOf(one, api, given.fill(one));
    const headers = { ...own.headers, ...headersFor(one, run) };
    const request = { ...own, headers };
    const exchanged = await exchange(sent, one, request);
    if (!exchanged?.answer) return false;
    const { answer } = exchanged;
    if (one.kind !== 'options') coverage.count(one, answer.status);
    const { kind, mistake, named, isMadeUp } = one;
    const judged = {
      kind,
      api,
      operation,
      request,
      ...exchanged,
      answer,
      now: run.asOf ?? parseDate(answer.headers['date']) ?? new Date(),
      hasCredentials: Object.keys(headers).some(run.secrets.isSecret),
      ...(mistake !== undefined && { mistake }),
      ...(named !== undefined && { named }),
      ...(isMadeUp && { isMadeUp }),
    };
    if (isUndeclaredRefusal(judged))
      refused.set(operation.name, (refused.get(operation.name) ?? new Set()).add(answer.status));
    const found = judgeAnswer(judged);
    if (found.length > 0) run.secrets.rememberAnswer(answer);
    for (const finding of found) sightings.push({ ...finding, operation: one.operation, request });
    if (answer.status < 300) given.keep(operation, answer);
    return true;
  };

  for (const phase of phasesOf(run)) {
    const waiting = phase.values();
    const work = async () => {
      for (const one of waiting) {
        if (sent.signal.aborted) return;
        const isTried = await tryCase(one);
        if (!isTried && sent.limited.has(one.operation))
          skipped.set(one.operation, (skipped.get(one.operation) ?? 0) + 1);
        done += 1;
        onProgress(done, api.operations[one.operation]!.name);
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
  }
  sent.throwIfDown();
  return {
    sightings: [...sightings, ...sent.unanswered],
    coverage,
    requests: sent.requests,
    left: run.cases.length - done,
    notes: [
      ...[...skipped].map(([position, count]) => {
        const operation = api.operations[position]!;
        const name = nameInVersion(operation.name, versionOf(operation));
        return `${name} reached its rate limit: ${countOf(count, 'request was', 'requests were')} not sent.`;
      }),
      ...refusedNotes(refused),
    ],
  };
}

/** Sends the request of a case, or the pair of requests that it is. */
async function exchange(sent: AnsweredRequests, { kind, operation }: Case, request: WrittenRequest) {
  if (kind === 'head') return sent.sendHead(operation, request);
  const answer = await sent.send(operation, request);
  if (kind !== 'again' || !answer || answer.status >= 400) return { answer };
  return { answer: await sent.send(operation, request) };
}

/** One note for all documents that leave refusals out. */
function refusedNotes(refused: ReadonlyMap<string, ReadonlySet<number>>): readonly string[] {
  if (refused.size === 0) return [];
  const named = [...refused].map(([name, statuses]) => `${name} (${[...statuses].sort().join(', ')})`).sort();
  const more = named.length > shownRefused ? ` and ${named.length - shownRefused} more` : '';
  return [
    `${countOf(named.length, 'operation refuses', 'operations refuse')} wrong requests and ${named.length === 1 ? 'declares' : 'declare'} no 4xx: ${named.slice(0, shownRefused).join(', ')}${more}. Add the refusals to the document.`,
  ];
}

const shownRefused = 5;

function headersFor({ kind }: Case, { headers, secrets }: Run): Readonly<Record<string, string>> {
  if (kind !== 'no-credentials') return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.isSecret(name)));
}

const order = ['POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];

/** What creates something, and what links lead away from, comes first; what removes something comes last. */
function phasesOf({ api, cases, links }: Run): readonly (readonly Case[])[] {
  const ranks = api.operations.map((operation) => {
    const gives = links.some(({ from }) => isNamed(operation, from));
    const takes = links.some(({ to }) => isNamed(operation, readSeedTarget(to).operation ?? ''));
    const place = order.indexOf(operation.method);
    return (place < 0 ? order.length : place) * 3 + (gives ? 0 : 1) + (takes ? 1 : 0);
  });
  const phases: Case[][] = [];
  for (const one of cases) (phases[ranks[one.operation]!] ??= []).push(one);
  return phases.filter((phase) => phase !== undefined);
}
