import type { Decision, Mounted, RequestHead, RouteAnswer } from '../routing/matching/decision.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import type { Route } from '../routing/table/route.js';
import type { ServedRoute } from '../server/endpoint/served-route.js';
import { hasConditions } from '../server/endpoint/version-tags.js';
import type { Drift } from './drift.js';
import { listed } from './hop-by-hop.js';
import type { NamesVersion, VersionField } from './name-version.js';
import { type AtOlderAddress, atOlderAddress } from './at-older-address.js';

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
  /** OPTIONS at an address that only older versions have: as the application has it; null for any other request. */
  readonly elsewhere: AtOlderAddress | null;
}

/** A request for what the document does not have. */
const foreign: Untouched = { route: null, versionField: null, forClients: null, headers: [], elsewhere: null };

/** What decides about requests; made ready for each route when it is first asked for. */
export interface Deciding {
  decide(head: RequestHead): Decision<RouteAnswer>;
}

type Unmatched = Pick<Mounted<RouteAnswer>, 'near' | 'older'>;

/** A request that no route answers, noted where it is near one. */
export function foreignRequest(
  head: RequestHead,
  { near, older }: Unmatched,
  names: NamesVersion,
  drift: Drift,
): Untouched {
  if (near !== null) drift.notePassedNear(near, head.url ?? '/');
  return older === null ? foreign : { ...foreign, elsewhere: atOlderAddress(head, older, names) };
}

/** Finds what passes untouched without the steps of a request, as decided once for each route. */
export class UntouchedRequests {
  readonly #app: Deciding;
  readonly #names: NamesVersion;
  readonly #drift: Drift;
  readonly #known = new Map<ServedRoute, Untouched | null>();

  constructor(app: Deciding, names: NamesVersion, drift: Drift) {
    this.#app = app;
    this.#names = names;
    this.#drift = drift;
  }

  /** null for every other request: its endpoint takes steps, converts it or refuses it. */
  find(head: RequestHead): Untouched | null {
    const decision = this.#app.decide(head);
    if (decision.kind === 'mount') return decision.headers.length === 0 ? this.#foreign(head, decision) : null;
    if (decision.kind !== 'endpoint' || this.#concernsConnection(head)) return null;
    const served = decision.endpoint as ServedRoute;
    if (!this.#names.isWritten(head.url ?? '/', served.route)) return null;
    if (served.route.version !== null && hasConditions(head.headers)) return null;
    const known = this.#known.get(served);
    if (known !== undefined) return known;
    const found = this.#untouched(served);
    this.#known.set(served, found);
    return found;
  }

  readonly #foreign = (head: RequestHead, decision: Unmatched) =>
    foreignRequest(head, decision, this.#names, this.#drift);

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
      elsewhere: null,
    };
  }
}
