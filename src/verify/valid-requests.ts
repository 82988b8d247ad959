import fc from 'fast-check';
import type { Json } from '../json/json.js';
import type { RequestPart } from './request-parts.js';
import { rotate } from './seeded-order.js';
import type { RequestBody } from './write-body.js';
import type { RequestInput } from './write-request.js';

/** How many requests hold each value that covers something, beside the least, the fullest and two others. */
export const countToCover = (parts: readonly RequestPart[]): number =>
  parts.reduce((count, { drawn }) => count + drawn.covering.length, 4);

/** Requests that should be valid: the least, the fullest, each value that covers something, and any others. */
export function* validRequests(parts: readonly RequestPart[], requests: number, seed: number): Generator<RequestInput> {
  const first = parts.filter(({ isAlternative }) => !isAlternative);
  const least = assemble(first.filter(({ isRequired }) => isRequired).map((part) => [part, part.drawn.covering[0]!]));
  yield least;
  yield assemble(first.map((part) => [part, part.drawn.covering[0]!]));
  const covering = parts.flatMap((part) =>
    part.drawn.covering.slice(part.isRequired && !part.isAlternative ? 1 : 0).map((value) => [part, value] as const),
  );
  const some = rotate(covering, seed);
  for (const [part, value] of some.slice(0, Math.max(1, requests - 4))) yield join(least, assemble([[part, value]]));
  const drawn = fc.tuple(
    ...first.map((part) => (part.isRequired ? part.drawn.any : fc.option(part.drawn.any, { nil: undefined }))),
  );
  for (const chosen of sample(drawn, requests, seed))
    yield assemble(
      first.flatMap((part, index) => (chosen[index] === undefined ? [] : [[part, chosen[index]] as const])),
    );
  for (const [part, value] of some.slice(Math.max(1, requests - 4))) yield join(least, assemble([[part, value]]));
}

/** Values may be too rare to be drawn. */
function sample<T>(values: fc.Arbitrary<T>, count: number, seed: number): readonly T[] {
  return fc.sample(values, { numRuns: count, seed });
}

function assemble(given: readonly (readonly [RequestPart, Json])[]): RequestInput {
  const parameters = Object.fromEntries(
    given.flatMap(([{ parameter }, value]) => (parameter ? [[parameter.key, value]] : [])),
  );
  const body = given.find(([{ parameter }]) => parameter === null);
  return { parameters, ...(body && { body: bodyOf(body[0], body[1]) }) };
}

const join = (left: RequestInput, right: RequestInput): RequestInput => ({
  ...left,
  ...right,
  parameters: { ...left.parameters, ...right.parameters },
});

/** A value as the body of a request. */
export function bodyOf({ mediaType, files }: RequestPart, value: Json): RequestBody {
  return { mediaType, value, ...(files && { files }) };
}
