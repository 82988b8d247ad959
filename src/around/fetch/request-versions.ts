import type { VersionField } from '../name-version.js';

/** What a Request said before, what it says now, and how many calls have it. */
interface NamedVersion extends VersionField {
  readonly came: string | null;
  calls: number;
}

/**
 * Names the version of an application in the Request that came, for as long as it answers: in Node, another Request that ends with its client costs
 * several times what an application needs to answer.
 */
export class RequestVersions {
  /** On a Request, not in a map: entries of a map of requests would make collecting garbage slow. */
  readonly #named = Symbol('svckit.named');

  /** What a Request said in a field when it came. */
  came(request: Request, field: string): string | null {
    const said = request.headers.get(field);
    const named = this.#of(request);
    return named !== undefined && said === named.value ? named.came : said;
  }

  /** Whether the Request says it now; false where it cannot be changed. Each true has its `end`. */
  begin(request: Request, { field, value }: VersionField): boolean {
    const named = this.#of(request);
    const said = request.headers.get(field);
    try {
      if (named === undefined) this.#set(request, { field, value, came: said, calls: 1 });
      else named.calls += 1;
      if (said !== value) request.headers.set(field, value);
      return true;
    } catch {
      if (named === undefined && Object.isExtensible(request)) this.#set(request, undefined);
      return false;
    }
  }

  /** Puts back what came once the last call has ended, unless somebody has put another value there since. */
  end(request: Request): void {
    const named = this.#of(request)!;
    named.calls -= 1;
    if (named.calls > 0) return;
    this.#set(request, undefined);
    const { field, value, came } = named;
    if (request.headers.get(field) !== value) return;
    if (came === null) request.headers.delete(field);
    else request.headers.set(field, came);
  }

  #of(request: Request): NamedVersion | undefined {
    return (request as unknown as Record<symbol, NamedVersion | undefined>)[this.#named];
  }

  #set(request: Request, named: NamedVersion | undefined): void {
    (request as unknown as Record<symbol, NamedVersion | undefined>)[this.#named] = named;
  }
}
