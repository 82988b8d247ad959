import { suggestName } from '../../text/nearest-name.js';

/** The options of `HealthModule.with()`. */
export interface HealthOptions {
  /** The path of liveness below the prefix; `health/live` by default. */
  readonly live?: string;
  /** The path of readiness below the prefix; `health/ready` by default. */
  readonly ready?: string;
  /** How long the results of the checks are used again, in milliseconds; 1000 by default, 0 for never. */
  readonly cacheMs?: number;
  /** Whether the documents show both routes; false by default. */
  readonly documented?: boolean;
}

/** The options with their defaults; throws a TypeError for a wrong one. */
export function readHealthOptions(options: HealthOptions): Required<HealthOptions> {
  const { live = 'health/live', ready = 'health/ready', cacheMs = 1_000, documented = false } = options;
  requireKnown('HealthModule.with()', options, ['live', 'ready', 'cacheMs', 'documented']);
  for (const [name, path] of Object.entries({ live, ready }))
    if (typeof path !== 'string' || path === '')
      throw new TypeError(
        `HealthModule.with(): ${name} is ${JSON.stringify(path)}. Write a path such as 'health/${name}'.`,
      );
  if (!(Number.isSafeInteger(cacheMs) && cacheMs >= 0))
    throw new TypeError(`HealthModule.with(): cacheMs is ${String(cacheMs)}. Write milliseconds, or 0 for no cache.`);
  return { live, ready, cacheMs, documented };
}

/** Throws a TypeError for an unknown option. */
export function requireKnown(place: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${place}: unknown option ${JSON.stringify(unknown)}. ${suggestName(unknown, known)}`);
}
