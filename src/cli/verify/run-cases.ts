import { randomUUID } from 'node:crypto';
import type { Json } from '../../json/json.js';
import { parseDate } from '../../text/date.js';
import type { Case } from '../../contract/verify/case.js';
import { Coverage } from '../../contract/verify/coverage.js';
import type { Answer } from '../../contract/verify/exchange.js';
import { type AnswerFinding, judgeAnswer } from '../../contract/verify/judge-answer.js';
import { declaresStatus, type PromisedApi } from '../../contract/verify/promised-api.js';
import { requestOf } from '../../contract/verify/request-of.js';
import { isNamed, readSeedTarget, replaceAt, type SeedLink, takeFrom } from '../../contract/verify/seeds.js';
import { ownParameters } from '../../contract/verify/promised-api.js';
import type { RequestInput, WrittenRequest } from '../../contract/verify/write-request.js';
import { CommandFailure } from '../command-failure.js';
import type { Pace } from './pace.js';
import type { Sender } from './send-request.js';

/** Everything that a run needs. */
export interface Run {
  readonly api: PromisedApi;
  readonly cases: readonly Case[];
  readonly links: readonly SeedLink[];
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a header carries credentials. */
  readonly isCredential: (header: string) => boolean;
  readonly sender: Sender;
  readonly pace: Pace;
  /** The date to judge by; null for that of each answer. */
  readonly asOf: Date | null;
  /** Requests at a time. */
  readonly connections: number;
  readonly signal: AbortSignal;
  readonly origin: string;
  readonly onProgress: (done: number, name: string) => void;
}

/** A finding with the request that shows it. */
export interface Sighting extends AnswerFinding {
  readonly operation: number;
  readonly request: WrittenRequest;
}

/** What a run saw. */
export interface RunOutcome {
  readonly sightings: readonly Sighting[];
  readonly coverage: Coverage;
  readonly requests: number;
  /** Cases that were not sent. */
  readonly left: number;
  /** What else is to be told. */
  readonly notes: readonly string[];
}

/** A 429 with a longer wait ends the operation. */
const longestWaitMs = 10_000;
const attempts = 3;
/** Connections that fail one after the other before a service counts as down. */
const failuresOfDown = 8;

/** Sends the cases and judges the answers. Rejects with a CommandFailure where the service never answers. */
export async function runCases(run: Run): Promise<RunOutcome> {
  const state = {
    sightings: [] as Sighting[],
    coverage: new Coverage(run.api),
    requests: 0,
    done: 0,
    answered: false,
    failures: 0,
    given: new Map<string, Json[]>(),
    limited: new Set<number>(),
  };
  const links = run.links.map((link) => ({ ...link, target: readSeedTarget(link.to) }));
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  let fatal: Error | null = null;

  const exchange = async (one: Case): Promise<void> => {
    const operation = run.api.operations[one.operation]!;
    const input = withOwnKey(one, run.api, withGiven(one, run.api, state.given));
    const own = requestOf(one, run.api, input);
    const headers = one.kind === 'no-credentials' ? withoutCredentials(run) : run.headers;
    const request = { ...own, headers: { ...own.headers, ...headers } };
    const get = one.kind === 'head' ? await attempt(one, { ...request, method: 'GET' }) : undefined;
    if (get === null) return;
    const answer = await attempt(one, request);
    if (!answer) return;
    const settled =
      one.kind === 'head' && get && get.status !== answer.status
        ? await repeatHead(one, request, get, answer)
        : { get, answer };
    if (one.kind !== 'options') state.coverage.count(one, settled.answer.status);
    const now = run.asOf ?? parseDate(settled.answer.headers['date']) ?? new Date();
    const { mistake, named } = one;
    const hasCredentials = Object.keys(request.headers).some(run.isCredential);
    const judged = judgeAnswer({
      kind: one.kind,
      api: run.api,
      operation,
      request,
      now,
      hasCredentials,
      ...settled,
      ...(mistake !== undefined && { mistake }),
      ...(named !== undefined && { named }),
    });
    for (const finding of judged) state.sightings.push({ ...finding, operation: one.operation, request });
    if (settled.answer.status < 300) keep(one, settled.answer);
  };

  /** Resolves to null where there is no answer; waits where the service asks for it. */
  const attempt = async (one: Case, request: WrittenRequest): Promise<Answer | null> => {
    for (let turn = 1; ; turn += 1) {
      await run.pace.wait();
      if (signal.aborted) return null;
      state.requests += 1;
      const answer = await run.sender.send(request).catch((error: Error) => report(one, request, error));
      if (!answer) return null;
      [state.answered, state.failures] = [true, 0];
      if (answer.status !== 429) return answer;
      const wait = Number(answer.headers['retry-after'] ?? '1') * 1000;
      const isOwn = declaresStatus(run.api.operations[one.operation]!, 429);
      if (isOwn || turn === attempts || !(wait <= longestWaitMs)) {
        if (isOwn) state.limited.add(one.operation);
        return answer;
      }
      run.pace.slowDown(wait);
    }
  };

  const report = (one: Case, request: WrittenRequest, error: NodeJS.ErrnoException): null => {
    if (!state.answered) {
      fatal ??= new CommandFailure(
        `${run.origin} does not answer: ${error.message || error.code}. Start the service, or name its address.`,
      );
      stop.abort();
      return null;
    }
    state.failures += 1;
    if (signal.aborted) return null;
    state.sightings.push({
      rule: 'no-answer',
      level: 'error',
      message: `no answer: ${error.message || error.code}.`,
      operation: one.operation,
      request,
    });
    if (state.failures >= failuresOfDown) stop.abort();
    return null;
  };

  /** The answers of an operation may come in turns, so that HEAD and GET count as different only if they always are. */
  const repeatHead = async (one: Case, request: WrittenRequest, first: Answer, answer: Answer) => {
    for (let turn = 1; turn < attempts; turn += 1) {
      const get = await attempt(one, { ...request, method: 'GET' });
      const head = await attempt(one, request);
      if (get && head && get.status === head.status) return { get, answer: head };
    }
    return { get: first, answer };
  };

  const keep = (one: Case, answer: Answer): void => {
    const operation = run.api.operations[one.operation]!;
    for (const { from, take, to } of links) {
      if (!isNamed(operation, from)) continue;
      const value = takeFrom(take, { headers: answer.headers, body: parse(answer.text) });
      // A page without a next one says null.
      if (value !== undefined && value !== null)
        state.given.set(to, [...(state.given.get(to) ?? []), value].slice(-50));
    }
  };

  for (const phase of phasesOf(run)) {
    const waiting = phase.values();
    const work = async () => {
      for (const one of waiting) {
        if (signal.aborted) return;
        if (!state.limited.has(one.operation)) await exchange(one);
        state.done += 1;
        run.onProgress(state.done, run.api.operations[one.operation]!.name);
      }
    };
    await Promise.all(Array.from({ length: run.connections }, work));
  }
  if (fatal) throw fatal;
  return {
    sightings: state.sightings,
    coverage: state.coverage,
    requests: state.requests,
    left: run.cases.length - state.done,
    notes: [],
  };
}

const withoutCredentials = ({ headers, isCredential }: Run) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)));

function parse(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
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
  const phases = new Map<number, Case[]>();
  for (const one of cases) {
    const rank = ranks[one.operation]!;
    phases.set(rank, [...(phases.get(rank) ?? []), one]);
  }
  return [...phases].sort(([a], [b]) => a - b).map(([, phase]) => phase);
}

/** The input with values that answers gave, but for what is wrong with it on purpose. */
function withGiven(
  { operation: position, input, mistake, mistaken }: Case,
  api: PromisedApi,
  given: ReadonlyMap<string, readonly Json[]>,
): RequestInput {
  if (given.size === 0) return input;
  const operation = api.operations[position]!;
  return [...given].reduce<RequestInput>((current, [key, values]) => {
    const { operation: name, name: parameter, pointer } = readSeedTarget(key);
    if (name !== null && !isNamed(operation, name)) return current;
    const value = values[(JSON.stringify(input).length + values.length) % values.length]!;
    if (pointer !== null) {
      if (mistake !== undefined || !current.body || !('value' in current.body)) return current;
      return { ...current, body: { ...current.body, value: replaceAt(current.body.value, pointer, value) } };
    }
    const target = ownParameters(operation).find((one) => one.name === parameter);
    return !target || target.key === mistaken
      ? current
      : { ...current, parameters: { ...current.parameters, [target.key]: value } };
  }, input);
}

/** A key that repeats belongs to the first request that sent it. */
function withOwnKey({ operation: position, mistaken }: Case, api: PromisedApi, input: RequestInput): RequestInput {
  const key = api.operations[position]!.parameters.find(
    ({ carrier, name }) => carrier === 'header' && name.toLowerCase() === 'idempotency-key',
  )?.key;
  if (key === undefined || key === mistaken || input.parameters[key] === undefined) return input;
  return { ...input, parameters: { ...input.parameters, [key]: randomUUID() } };
}
