import { blameChanges } from '../../changes/change-error.js';
import { type GivenAnswer, isGiven, type Issue, madeBy, olderPathOf, Refusal } from '../../changes/refusal.js';
import { partNames, type RequestPart } from '../../routing/declare/request-parts.js';
import type { ValidationStatus } from '../../routing/table/error-options.js';
import { HttpError } from '../../routing/table/http-error.js';
import type { Route } from '../../routing/table/route.js';
import { knownPath } from './known-path.js';
import { requestIssue } from './validation-step.js';

interface Verdict {
  readonly part: RequestPart;
  readonly issues: readonly Issue[];
  /** Where the value is in its part. */
  readonly path: readonly PropertyKey[];
}

export const issuesOf = ({ error }: { readonly error?: { readonly issues: unknown } | undefined }) =>
  (error?.issues ?? []) as readonly Issue[];

/** What newer schemas refuse of a request that fits its own version, in the words of that version. */
export class LastWords {
  readonly #route: Route;
  readonly #status: ValidationStatus;

  constructor(route: Route, status: ValidationStatus) {
    this.#route = route;
    this.#status = status;
  }

  /** Throws the change's own error for a type that it got wrong, and an HttpError for everything else. */
  judge(verdicts: readonly Verdict[]): void {
    const found = verdicts.flatMap(({ part, issues, path }) =>
      issues.map((issue) => ({ issue, entry: this.#entry(part, issue, path) })),
    );
    if (found.length === 0) return;
    blameChanges(found.map(({ issue }) => issue));
    const isRule = ({ issue }: (typeof found)[number]) => Boolean(issue[madeBy]);
    const members = found.filter((one) => !isRule(one)).map(({ entry }) => `${entry.in} ${entry.path}`.trim());
    const rules = found.filter(isRule).map(({ entry }) => `${entry.message} (${entry.code})`);
    const { method, path } = this.#route;
    const detail = [
      ...(members.length > 0 ? [`The request does not fit what is declared: ${unique(members, ', ')}.`] : []),
      ...(rules.length > 0 ? [`The request breaks a rule of ${method} ${path}: ${unique(rules, '; ')}.`] : []),
    ];
    throw new HttpError(this.#status, detail.join(' '), { errors: found.map(({ entry }) => entry) });
  }

  /** Runs a conversion, whose refusal becomes an HttpError. */
  refusing<T>(convert: () => T): T {
    try {
      return convert();
    } catch (error) {
      return this.#rethrow(error);
    }
  }

  /** Items whose conversion runs when they are asked for. */
  async *refusingItems(items: AsyncIterable<unknown>): AsyncGenerator<unknown> {
    try {
      yield* items;
    } catch (error) {
      this.#rethrow(error);
    }
  }

  #rethrow(error: unknown): never {
    if (isGiven(error)) throw this.#given(error);
    if (error instanceof Refusal) {
      const [part, ...path] = error.path as [RequestPart, ...PropertyKey[]];
      this.judge([{ part, issues: error.issues, path }]);
    }
    throw error;
  }

  /** The answer of a change, with the member that it names where the requested version has it. */
  #given({ issues, path: at, answer: { status, detail } }: Refusal & { readonly answer: GivenAnswer }): HttpError {
    const errors = issues.flatMap(({ path = [] }) => {
      const [part, ...rest] = [...at, ...path];
      const name = partNames.find((one) => one === part);
      const known = name === undefined ? [] : knownPath(this.#route.schemas[name], rest);
      return known.length > 0 ? [requestIssue(name!, { message: detail, code: 'refused', path: known })] : [];
    });
    return new HttpError(status, detail, errors.length > 0 ? { errors } : {});
  }

  /** A member is named only if the requested version has it. */
  #entry(part: RequestPart, issue: Issue, at: readonly PropertyKey[]) {
    const { message, code } = issue;
    const known = knownPath(this.#route.schemas[part], olderPathOf(issue));
    return requestIssue(part, { message, ...(code !== undefined && { code }), path: [...at, ...known] });
  }
}

const unique = (texts: readonly string[], separator: string) => [...new Set(texts)].join(separator);
