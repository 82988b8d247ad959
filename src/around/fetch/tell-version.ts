import type { ToldVersion } from '../name-version.js';

/** What a Request said before, what it says now, and how many calls have it. */
interface Telling extends ToldVersion {
  readonly came: string | null;
  calls: number;
}

/**
 * Tells an application its version in the Request that came, for as long as it answers: in Node, another Request that ends with its client costs
 * several times what an application needs to answer.
 */
export class TellsVersion {
  /** On a Request, not in a map: entries of a map of requests would make collecting garbage slow. */
  readonly #telling = Symbol('svckit.telling');

  /** What a Request said in a field when it came. */
  came(request: Request, field: string): string | null {
    const said = request.headers.get(field);
    const telling = this.#of(request);
    return telling !== undefined && said === telling.value ? telling.came : said;
  }

  /** Whether the Request says it now; false where it cannot be changed. Each true has its `end`. */
  begin(request: Request, { field, value }: ToldVersion): boolean {
    const telling = this.#of(request);
    const said = request.headers.get(field);
    try {
      if (telling === undefined) this.#set(request, { field, value, came: said, calls: 1 });
      else telling.calls += 1;
      if (said !== value) request.headers.set(field, value);
      return true;
    } catch {
      if (telling === undefined && Object.isExtensible(request)) this.#set(request, undefined);
      return false;
    }
  }

  /** Puts back what came once the last call has ended, unless somebody has put another value there since. */
  end(request: Request): void {
    const telling = this.#of(request)!;
    telling.calls -= 1;
    if (telling.calls > 0) return;
    this.#set(request, undefined);
    const { field, value, came } = telling;
    if (request.headers.get(field) !== value) return;
    if (came === null) request.headers.delete(field);
    else request.headers.set(field, came);
  }

  #of(request: Request): Telling | undefined {
    return (request as unknown as Record<symbol, Telling | undefined>)[this.#telling];
  }

  #set(request: Request, telling: Telling | undefined): void {
    (request as unknown as Record<symbol, Telling | undefined>)[this.#telling] = telling;
  }
}
