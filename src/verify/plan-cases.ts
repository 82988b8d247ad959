import { sharingSteps } from '../json/pattern/step-limit.js';
import { groupBy } from '../text/group-by.js';
import { countOf } from '../text/join-words.js';
import type { Parameter } from '../openapi/operations/read-parameters.js';
import type { Case, UntriedRule } from './case.js';
import { listMistakes, type Mistake } from './mistaken-requests.js';
import { generalProbes, type Planned, safeMethods, stateProbes, versionProbes } from './probes.js';
import type { PromisedApi, PromisedOperation } from './promised-api.js';
import { readParts, type RequestPart } from './request-parts.js';
import { rotate, seedOf } from './seeded-order.js';
import type { SeedLink, SeedValues } from './seeds.js';
import { countToCover, validRequests } from './valid-requests.js';
import type { RequestInput } from './write-request.js';

/** What decides which requests are sent. */
export interface PlanOptions {
  readonly seed: number;
  /** Valid requests of an operation in a version, and as many invalid ones; `auto` for what its rules need. */
  readonly requests: number | 'auto';
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

/** The declared rules of an operation that no request breaks. */
export interface Untried {
  readonly operation: number;
  readonly rules: readonly UntriedRule[];
}

export interface Plan {
  /** In rounds, so that a run which ends early has tried every operation. */
  readonly cases: readonly Case[];
  readonly unplanned: readonly Unplanned[];
  readonly untried: readonly Untried[];
}

/** Decides which requests are sent. The same promise, options and seed give the same requests for an operation, whichever others are chosen. */
export async function planCases(api: PromisedApi, options: PlanOptions, accepts: Accepts): Promise<Plan> {
  const rounds: Case[][] = [];
  const unplanned: Unplanned[] = [];
  const untried: Untried[] = [];
  for (const [position, operation] of api.operations.entries()) {
    if (!options.isChosen(operation)) continue;
    const isSafe = safeMethods.has(operation.method);
    const found =
      isSafe || options.writes
        ? await planOperation(operation, options, accepts)
        : 'it may change something: use --write';
    if (typeof found === 'string') unplanned.push({ operation: position, why: found });
    else if (found.untried.length > 0) untried.push({ operation: position, rules: found.untried });
    const { cases: own, parts } = typeof found === 'string' ? nothingPlanned : found;
    const first = own[0]?.input ?? null;
    const all = [
      ...own,
      ...versionProbes(api, operation, first),
      ...generalProbes(api, operation, first),
      ...stateProbes(operation, parts, first, options.seed),
    ];
    all.forEach((one, round) => (rounds[round] ??= []).push({ ...one, operation: position }));
  }
  return { cases: rounds.flat(), unplanned, untried };
}

interface PlannedOperation {
  readonly cases: readonly Planned[];
  readonly parts: readonly RequestPart[];
  readonly untried: readonly UntriedRule[];
}

const nothingPlanned: PlannedOperation = { cases: [], parts: [], untried: [] };

/** Valid and invalid requests of one operation, a valid one first; the reason where there is no valid one. */
async function planOperation(
  operation: PromisedOperation,
  { seed, requests, values, links }: PlanOptions,
  accepts: Accepts,
): Promise<PlannedOperation | string> {
  const parts = sharingSteps(() => readParts(operation, values, links));
  if (typeof parts === 'string') return parts;
  const own = seedOf(seed, `${operation.name} ${operation.of.version ?? ''}`);
  const wanted = requests === 'auto' ? within(countToCover(parts)) : requests;
  const valid = await take(
    validRequests(parts, wanted, own),
    wanted,
    async (input) => fitsSchemas(operation, parts, input) && (await accepts(operation, input, null)) !== false,
  );
  if (valid.length === 0) return 'no generated request is valid: put values into verify.seeds';
  const { mistakes, unbroken } = sharingSteps(() => listMistakes(operation, parts, valid[0]!));
  const rules = groupBy(mistakes, ({ breaks }) => breaks);
  const most = requests === 'auto' ? within(rules.size) : requests;
  const invalid = await take(
    inTurns([...rules.values()], own),
    most,
    async ({ input, parameter, isCertain }) => isCertain || (await accepts(operation, input, parameter)) !== true,
  );
  const sent = new Set(invalid.map(keyOf));
  // With requests left over, what was not sent is allowed by the service's own schemas.
  const left = invalid.length < most ? [] : [...rules].filter(([, ways]) => !ways.some((one) => sent.has(keyOf(one))));
  const isMadeUp = parts.some(({ parameter, isSeeded }) => parameter?.carrier === 'path' && !isSeeded);
  return {
    cases: interleave<Planned>(
      valid.map((input) => ({ kind: 'valid' as const, input, ...(isMadeUp && { isMadeUp }) })),
      invalid.map(({ input, mistake, parameter }) => ({
        kind: 'invalid' as const,
        input,
        mistake,
        ...(parameter && { mistaken: parameter.key }),
      })),
    ),
    parts,
    untried: [
      ...unbroken,
      ...left.map(([rule]) => ({ rule, why: `it takes more than ${countOf(most, 'request')}: use more --requests` })),
    ],
  };
}

/** At least ten, so that an operation with few rules is tried with other values too; at most as many as a run has time for. */
const within = (count: number) => Math.min(250, Math.max(10, count));

/** Whether the version's schemas allow what was made up: a draw may break keywords that work together. Seeds are sent as they are. */
function fitsSchemas(
  { of }: PromisedOperation,
  parts: readonly RequestPart[],
  { parameters, body }: RequestInput,
): boolean {
  return parts.every(({ parameter, schema, isSeeded, mediaType }) => {
    if (parameter === null && body?.mediaType !== mediaType) return true;
    const value = parameter ? parameters[parameter.key] : body && 'value' in body ? body.value : undefined;
    const declared = parameter ? parameter.schema : schema;
    return isSeeded || value === undefined || of.validateRequest(declared, value).valid === true;
  });
}

/** The first of some candidates that pass, each once. */
async function take<T extends RequestInput | Mistake>(
  list: Iterable<T>,
  most: number,
  passes: (one: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const seen = new Set<string>();
  const found: T[] = [];
  for (const one of list) {
    if (found.length >= most) break;
    const key = keyOf(one);
    if (seen.has(key)) continue;
    seen.add(key);
    if (await passes(one)) found.push(one);
  }
  return found;
}

/** Equal for equal requests. */
const keyOf = (one: RequestInput | Mistake) => JSON.stringify('input' in one ? one.input : one);

/** The first mistake against each rule before the second one against any; the seed decides about the order of the rules. */
function inTurns(rules: readonly (readonly Mistake[])[], seed: number): readonly Mistake[] {
  const most = Math.max(0, ...rules.map(({ length }) => length));
  const ordered = rotate(rules, seed);
  return Array.from({ length: most }, (_, turn) => ordered.flatMap((ways) => ways[turn] ?? [])).flat();
}

function interleave<T>(left: readonly T[], right: readonly T[]): readonly T[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
    .flat()
    .filter((one) => one !== undefined);
}
