import type { RequestHead } from '../routing/matching/decision.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import type { Route } from '../routing/table/route.js';
import type { App } from '../server/app.js';
import type { ServedRoute } from '../server/endpoint/served-route.js';
import { hasConditions } from '../server/endpoint/version-tags.js';
import { listed } from './hop-by-hop.js';
import type { NamesVersion, VersionField } from './name-version.js';

/** A request that reaches the application unchanged, except for the field that names its version. */
export interface Untouched {
  /** null where the application gets it as it came. */
  readonly route: Route | null;
  /** The only thing that names its version; null where it has other things, or no version. */
  readonly versionField: VersionField | null;
  /** A path of the application as its clients know it; null where they know the same paths. */
  readonly forClients: ((path: string) => string) | null;
  /** What the head of its answer gets besides its own. */
  readonly headers: FlatHeaders;
}

/** A request for what the document does not have. */
const foreign: Untouched = { route: null, versionField: null, forClients: null, headers: [] };

/** Finds what passes untouched without the steps of a request, as decided once for each route. */
export class UntouchedRequests {
  readonly #app: Pick<App, 'decide'>;
  readonly #names: NamesVersion;
  readonly #known = new Map<ServedRoute, Untouched | null>();

  constructor(app: Pick<App, 'decide'>, names: NamesVersion) {
    this.#app = app;
    this.#names = names;
  }

  /** null for every other request: its endpoint takes steps, converts it or refuses it. */
  find(head: RequestHead): Untouched | null {
    const decision = this.#app.decide(head);
    if (decision.kind === 'mount') return decision.headers.length === 0 ? foreign : null;
    if (decision.kind !== 'endpoint' || this.#concernsConnection(head)) return null;
    const { endpoint: served } = decision;
    if (served.route.version !== null && hasConditions(head.headers)) return null;
    const known = this.#known.get(served);
    if (known !== undefined) return known;
    const found = this.#untouched(served);
    this.#known.set(served, found);
    return found;
  }

  /** Whether `Connection` may list the field that names the version, which is refused. */
  #concernsConnection({ headers: { connection } }: RequestHead): boolean {
    const { field } = this.#names;
    if (field === null || connection === undefined || connection === 'keep-alive' || connection === 'close')
      return false;
    return listed(connection).includes(field);
  }

  #untouched({ route, endpoint }: ServedRoute): Untouched | null {
    const isMoved = route.changes.some(({ moves }) => moves !== undefined);
    if (route.relayed !== 'bytes' || endpoint.steps.length > 0 || isMoved) return null;
    return {
      route: route.version === null ? null : route,
      versionField: this.#names.versionField(route),
      forClients: this.#names.forClients(route),
      headers: endpoint.headers,
    };
  }
}
