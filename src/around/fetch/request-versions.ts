import type { VersionField } from '../name-version.js';

/** The field of a Request that names the version: its value as received, its value now, and how many calls use it. */
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

  /** The value of a field when the Request arrived. */
  came(request: Request, field: string): string | null {
    const said = request.headers.get(field);
    const named = this.#of(request);
    return named !== undefined && said === named.value ? named.came : said;
  }

  /** Sets the field; false where the Request cannot be changed. Call `end` once for each true. */
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

  /** Restores the received value when the last call has ended, unless the field was set to another value since. */
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
