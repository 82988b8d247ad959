import type { Versions } from '../changes/known-versions.js';
import { hopsTo } from '../changes/through-hops.js';
import { operationsOf } from '../routing/changes/operation-stage.js';
import { pathParameters } from '../routing/table/path.js';
import type { Class } from '../wiring/metadata.js';
import type { Relayed } from './relayed-controller.js';

/** A path of the application as clients of a version know it; null for one that no change has moved, or whose parameters are others. */
export type OlderPath = (url: string) => string | null;

type Located = Pick<Relayed, 'key' | 'method' | 'path' | 'declaredPath'>;

/** Where the operations of an application were. */
export class OlderPaths {
  readonly #versions: Versions;
  readonly #operations: readonly Located[];
  readonly #controller: Class;
  readonly #pathIn: (declared: string, version: string) => string;
  readonly #known = new Map<string, OlderPath | null>();

  /** `pathIn` is the whole path of a declared one in a version. */
  constructor(
    versions: Versions,
    operations: readonly Located[],
    controller: Class,
    pathIn: (declared: string, version: string) => string,
  ) {
    this.#versions = versions;
    this.#operations = [...operations].sort(byPrecedence);
    this.#controller = controller;
    this.#pathIn = pathIn;
  }

  /** null for a version in which every operation has the path of the newest. */
  in(version: string): OlderPath | null {
    const known = this.#known.get(version);
    if (known !== undefined) return known;
    const places = this.#operations.map((one) => ({
      match: matcherOf(one.path),
      older: this.#olderPath(one, version),
    }));
    const found = places.some(({ older }) => older !== null) ? pathFinder(places) : null;
    this.#known.set(version, found);
    return found;
  }

  #olderPath({ key, declaredPath }: Located, version: string): string | null {
    const declared = hopsTo(this.#versions, version).reduce(
      (path, hop) => operationsOf(hop, this.#controller, key)[0]?.before.path ?? path,
      declaredPath,
    );
    return declared === declaredPath ? null : this.#pathIn(declared, version);
  }
}

interface Place {
  /** The values of the parameters by name; null for another path. */
  readonly match: (path: string) => ReadonlyMap<string, string> | null;
  readonly older: string | null;
}

function pathFinder(places: readonly Place[]): OlderPath {
  return (url) => {
    const [path = ''] = url.split(/[?#]/, 1);
    for (const { match, older } of places) {
      const values = match(path);
      if (values === null) continue;
      const filled = older === null ? null : fill(older, values);
      return filled === null ? null : filled + url.slice(path.length);
    }
    return null;
  };
}

/** null where the paths have not the same parameters: an address would lose one, or lack one. */
function fill(template: string, values: ReadonlyMap<string, string>): string | null {
  const parameters = pathParameters(template);
  if (parameters.length !== values.size || !parameters.every((name) => values.has(name))) return null;
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => values.get(name)!);
}

function matcherOf(template: string): Place['match'] {
  const parts = template.split(/\{([^{}]+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const source = parts.map((part, index) =>
    index % 2 === 1 ? '([^/]+)' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const pattern = new RegExp(`^${source.join('')}$`);
  return (path) => {
    const found = pattern.exec(path);
    return found && new Map(names.map((name, index) => [name, found[index + 1]!]));
  };
}

/** Texts before parameters, as requests find them; of one path, what a client of an address asks for first. */
function byPrecedence(one: Located, other: Located): number {
  const [first, second] = [one, other].map(({ path }) => path.replaceAll(/\{[^{}]+\}/g, '\uffff'));
  if (first !== second) return first! < second! ? -1 : 1;
  return Number(other.method === 'GET') - Number(one.method === 'GET');
}
