import { tryParse } from '../../json/parse-json.js';
import { randomUUID } from 'node:crypto';
import type { Case } from '../../verify/case.js';
import type { Answer } from '../../verify/exchange.js';
import { ownParameters, type PromisedApi, type PromisedOperation } from '../../verify/promised-api.js';
import { isNamed, readSeedTarget, replaceAt, type SeedLink, takeFrom } from '../../verify/seeds.js';
import type { RequestInput } from '../../verify/write-request.js';
import type { Json } from '../../json/json.js';

/** How many values of a link are kept, the latest. */
const most = 50;

/** Values that links take from answers for other requests. */
export class GivenValues {
  readonly #values = new Map<string, Json[]>();

  constructor(
    private readonly api: PromisedApi,
    private readonly links: readonly SeedLink[],
  ) {}

  /** Takes what the links of an operation want of its answer. */
  keep(operation: PromisedOperation, { headers, text }: Answer): void {
    for (const { from, take, to } of this.links) {
      if (!isNamed(operation, from)) continue;
      const value = takeFrom(take, { headers, body: tryParse(text) });
      // A page without a next one says null.
      if (value !== undefined && value !== null)
        this.#values.set(to, [...(this.#values.get(to) ?? []), value].slice(-most));
    }
  }

  /** The input of a case with them, but for what is wrong with it on purpose. */
  fill({ operation: position, input, mistake, mistaken }: Case): RequestInput {
    const operation = this.api.operations[position]!;
    const filled = [...this.#values].reduce<RequestInput>((current, [key, values]) => {
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
    return withOwnKey(operation, mistaken, filled);
  }
}

/** A key that repeats belongs to the first request that sent it. */
function withOwnKey(
  { parameters }: PromisedOperation,
  mistaken: string | undefined,
  input: RequestInput,
): RequestInput {
  const key = parameters.find(
    ({ carrier, name }) => carrier === 'header' && name.toLowerCase() === 'idempotency-key',
  )?.key;
  if (key === undefined || key === mistaken || input.parameters[key] === undefined) return input;
  return { ...input, parameters: { ...input.parameters, [key]: randomUUID() } };
}
