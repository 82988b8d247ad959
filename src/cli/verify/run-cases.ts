import { parseDate } from '../../text/date.js';
import type { Case } from '../../contract/verify/case.js';
import { Coverage } from '../../contract/verify/coverage.js';
import { judgeAnswer } from '../../contract/verify/judge-answer.js';
import { requestOf } from '../../contract/verify/request-of.js';
import { isNamed, readSeedTarget } from '../../contract/verify/seeds.js';
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
  let done = 0;

  const tryCase = async (one: Case): Promise<void> => {
    const operation = api.operations[one.operation]!;
    const own = requestOf(one, api, given.fill(one));
    const headers = { ...own.headers, ...headersFor(one, run) };
    const request = { ...own, headers };
    const exchanged =
      one.kind === 'head'
        ? await sent.sendHead(one.operation, request)
        : { answer: await sent.send(one.operation, request) };
    if (!exchanged?.answer) return;
    const { answer } = exchanged;
    if (one.kind !== 'options') coverage.count(one, answer.status);
    const { kind, mistake, named } = one;
    const found = judgeAnswer({
      kind,
      api,
      operation,
      request,
      ...exchanged,
      answer,
      now: run.asOf ?? parseDate(answer.headers['date']) ?? new Date(),
      hasCredentials: Object.keys(headers).some(run.isCredential),
      ...(mistake !== undefined && { mistake }),
      ...(named !== undefined && { named }),
    });
    for (const finding of found) sightings.push({ ...finding, operation: one.operation, request });
    if (answer.status < 300) given.keep(operation, answer);
  };

  for (const phase of phasesOf(run)) {
    const waiting = phase.values();
    const work = async () => {
      for (const one of waiting) {
        if (sent.signal.aborted) return;
        if (!sent.limited.has(one.operation)) await tryCase(one);
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
    notes: [],
  };
}

function headersFor({ kind }: Case, { headers, isCredential }: Run): Readonly<Record<string, string>> {
  if (kind !== 'no-credentials') return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)));
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
