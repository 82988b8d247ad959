import { sharingSteps } from '../json/pattern/step-limit.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import type { Case } from './case.js';
import { listMistakes, type Mistake } from './mistaken-requests.js';
import { generalProbes, type Planned, safeMethods, versionProbes } from './probes.js';
import type { PromisedApi, PromisedOperation } from './promised-api.js';
import { readParts, type RequestPart } from './request-parts.js';
import { rotate, seedOf } from './seeded-order.js';
import type { SeedLink, SeedValues } from './seeds.js';
import { validRequests } from './valid-requests.js';
import type { RequestInput } from './write-request.js';

/** What decides which requests are sent. */
export interface PlanOptions {
  readonly seed: number;
  /** Valid requests of an operation in a version, and as many invalid ones. */
  readonly requests: number;
  /** Whether requests may change something. */
  readonly writes: boolean;
  readonly values: SeedValues;
  /** What is taken from answers is not made up, unless a request needs it. */
  readonly links: readonly SeedLink[];
  /** Which operations are tried. */
  readonly isChosen: (operation: PromisedOperation) => boolean;
}

/** Whether the service's own schemas accept a request; null where they cannot say, as of a parameter that is not theirs. */
export type Accepts = (
  operation: PromisedOperation,
  input: RequestInput,
  mistaken: Parameter | null,
) => Promise<boolean | null>;

/** Why an operation gets no request. */
export interface Unplanned {
  readonly operation: number;
  readonly why: string;
}

export interface Plan {
  /** In rounds, so that a run which ends early has tried every operation. */
  readonly cases: readonly Case[];
  readonly unplanned: readonly Unplanned[];
}

/** Decides which requests are sent. The same promise, options and seed give the same requests for an operation, whichever others are chosen. */
export async function planCases(api: PromisedApi, options: PlanOptions, accepts: Accepts): Promise<Plan> {
  const rounds: Case[][] = [];
  const unplanned: Unplanned[] = [];
  for (const [position, operation] of api.operations.entries()) {
    if (!options.isChosen(operation)) continue;
    const isSafe = safeMethods.has(operation.method);
    const found =
      isSafe || options.writes
        ? await planOperation(operation, options, accepts)
        : 'it may change something: use --write';
    if (typeof found === 'string') unplanned.push({ operation: position, why: found });
    const others = [
      ...versionProbes(api, operation, firstInput(found)),
      ...generalProbes(api, operation, firstInput(found)),
    ];
    const all = [...(typeof found === 'string' ? [] : found), ...others];
    all.forEach((one, round) => (rounds[round] ??= []).push({ ...one, operation: position }));
  }
  return { cases: rounds.flat(), unplanned };
}

const firstInput = (found: readonly Planned[] | string): RequestInput | null =>
  typeof found === 'string' ? null : (found[0]?.input ?? null);

/** Valid and invalid requests of one operation, a valid one first; the reason where there is no valid one. */
async function planOperation(
  operation: PromisedOperation,
  { seed, requests, values, links }: PlanOptions,
  accepts: Accepts,
): Promise<readonly Planned[] | string> {
  const parts = sharingSteps(() => readParts(operation, values, links));
  if (typeof parts === 'string') return parts;
  const own = seedOf(seed, `${operation.name} ${operation.of.version ?? ''}`);
  const valid = await take(
    validRequests(parts, requests, own),
    requests,
    async (input) => fitsSchemas(operation, parts, input) && (await accepts(operation, input, null)) !== false,
  );
  if (valid.length === 0) return 'no generated request is valid: put values into verify.seeds';
  const mistakes = inTurns(
    rotate(
      sharingSteps(() => listMistakes(operation, parts, valid[0]!)),
      own,
    ),
  );
  const invalid = await take(
    mistakes,
    requests,
    async ({ input, parameter, isCertain }) => isCertain || (await accepts(operation, input, parameter)) !== true,
  );
  return interleave<Planned>(
    valid.map((input) => ({ kind: 'valid' as const, input })),
    invalid.map(({ input, mistake, parameter }) => ({
      kind: 'invalid' as const,
      input,
      mistake,
      ...(parameter && { mistaken: parameter.key }),
    })),
  );
}

/** Whether the version's schemas allow what was made up: a draw may break keywords that work together. Seeds are sent as they are. */
function fitsSchemas(
  { of }: PromisedOperation,
  parts: readonly RequestPart[],
  { parameters, body }: RequestInput,
): boolean {
  return parts.every(({ parameter, schema, isSeeded }) => {
    const value = parameter ? parameters[parameter.key] : body && 'value' in body ? body.value : undefined;
    const declared = parameter ? parameter.schema : schema;
    return isSeeded || value === undefined || of.validateRequest(declared, value).valid === true;
  });
}

/** The first of some candidates that pass, each once. */
async function take<T>(list: Iterable<T>, most: number, passes: (one: T) => Promise<boolean>): Promise<readonly T[]> {
  const seen = new Set<string>();
  const found: T[] = [];
  for (const one of list) {
    if (found.length >= most) break;
    const key = JSON.stringify(one);
    if (seen.has(key)) continue;
    seen.add(key);
    if (await passes(one)) found.push(one);
  }
  return found;
}

/** One mistake of each kind before a second one of any. */
function inTurns(mistakes: readonly Mistake[]): readonly Mistake[] {
  const seen = new Map<string, number>();
  const turns = mistakes.map((one) => {
    const turn = seen.get(one.mistake) ?? 0;
    seen.set(one.mistake, turn + 1);
    return { one, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one);
}

function interleave<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
    .flat()
    .filter((one) => one !== undefined);
}
