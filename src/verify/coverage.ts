import { objectAt } from '../json/json.js';
import type { Case, UntriedRule } from './case.js';
import type { PromisedApi, PromisedOperation } from './promised-api.js';
import { versionOf } from './promised-api.js';

/** What the answers of one operation in one version were. */
export interface Covered {
  readonly operation: string;
  readonly operationId: string | null;
  readonly version: string | null;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Declared statuses that no request reached. */
  readonly unreached: readonly string[];
  /** Why no request succeeded; null where one did. */
  readonly why: string | null;
  /** Declared rules that no request broke. */
  readonly untried: readonly UntriedRule[];
}

/** Counts answers. */
export class Coverage {
  readonly #statuses: Map<number, number>[];
  readonly #why = new Map<number, string>();
  readonly #untried = new Map<number, readonly UntriedRule[]>();

  constructor(private readonly api: PromisedApi) {
    this.#statuses = api.operations.map(() => new Map<number, number>());
  }

  count({ operation }: Pick<Case, 'operation'>, status: number): void {
    const counts = this.#statuses[operation]!;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** Says why an operation cannot be reached. */
  explain(operation: number, why: string): void {
    this.#why.set(operation, why);
  }

  /** Says which rules of an operation no request breaks. */
  leaveUntried(operation: number, rules: readonly UntriedRule[]): void {
    this.#untried.set(operation, rules);
  }

  /** What was answered to the operations that were chosen. */
  list(isChosen: (operation: PromisedOperation) => boolean): readonly Covered[] {
    return this.api.operations.flatMap((operation, position) => {
      if (!isChosen(operation)) return [];
      const counts = this.#statuses[position]!;
      const statuses = Object.fromEntries(
        [...counts].sort(([a], [b]) => a - b).map(([status, count]) => [String(status), count]),
      );
      const declared = Object.keys(objectAt(operation.node['responses'])).filter((name) => !name.startsWith('x-'));
      const reached = (name: string) =>
        [...counts.keys()].some((status) => name === 'default' || matches(name, status));
      return {
        operation: operation.name,
        operationId: operation.operationId,
        version: versionOf(operation),
        statuses,
        unreached: declared.filter((name) => !reached(name)),
        why: [...counts.keys()].some(isSuccess(declared)) ? null : (this.#why.get(position) ?? whyOf(counts)),
        untried: this.#untried.get(position) ?? [],
      };
    });
  }
}

/** A redirection is a success of operations that promise nothing else. */
const isSuccess = (declared: readonly string[]) => (status: number) =>
  status < (declared.some((name) => name.startsWith('2')) ? 300 : 400);

const matches = (name: string, status: number) =>
  name === String(status) || name.toUpperCase() === `${Math.floor(status / 100)}XX`;

const reasons: Readonly<Record<number, string>> = {
  401: 'it needs credentials: --header or SVC_TOKEN',
  403: 'the credentials do not allow it',
  404: 'the request named nothing that exists: put existing values into verify.seeds',
  410: 'it is past its sunset',
  429: 'the rate limit is exceeded',
};

function whyOf(counts: ReadonlyMap<number, number>): string {
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (!most) return 'no request was sent';
  return reasons[most[0]] ?? `it answered ${most[0]} to every request`;
}
