import { pathShape } from '../../routing/table/path.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { problem } from '../../report/boot-problem.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { operationKey } from '../document/document-versions.js';
import { joinWords } from '../../text/join-words.js';
import { atRoute, type Rule } from './rule.js';
import { groupBy } from '../../text/group-by.js';

interface Entry {
  readonly routes: readonly Route[];
  readonly segments: readonly string[];
}

export const shadowedVersion: Rule = {
  id: 'shadowed-version',
  severity: 'warning',
  summary: 'No plain path hides versions that a path with a parameter serves at the same address.',
  find({ routes, versioning }) {
    if (!versioningScheme(versioning)?.sharesPaths) return [];
    const all = versionsOf(routes);
    const entries = [...groupBy(routes, operationKey).values()].map((group) => ({
      routes: group,
      segments: segmentsOf(group[0]!),
    }));
    const plainer = indexByPlace(entries);
    return entries.flatMap((entry) =>
      entry.segments.flatMap((segment, place) => {
        const rivals = segment === '{}' ? (plainer.get(keyOf(entry, place)) ?? []) : [];
        return rivals
          .filter((rival) => overlap(rival.segments, entry.segments, place))
          .flatMap((rival) => compare(rival, entry, all));
      }),
    );
  },
};

const segmentsOf = ({ path }: Route) => pathShape(path).split('/');
const keyOf = ({ routes, segments }: Entry, place: number) =>
  `${routes[0]!.method} ${segments.length} ${segments.slice(0, place).join('/')}`;
const isPlain = (segment: string) => segment !== '{}';

/** Entries by the path before each of their plain segments. */
function indexByPlace(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (const [place, segment] of entry.segments.entries()) {
      if (!isPlain(segment)) continue;
      const key = keyOf(entry, place);
      const known = index.get(key);
      if (known) known.push(entry);
      else index.set(key, [entry]);
    }
  }
  return index;
}

function overlap(a: readonly string[], b: readonly string[], from: number): boolean {
  return a.every((segment, index) => index <= from || segment === b[index] || !isPlain(segment) || !isPlain(b[index]!));
}

function compare(plain: Entry, open: Entry, all: readonly string[]) {
  if (plain.routes.some(({ version }) => version === null)) return [];
  const own = plain.routes.map(({ version }) => version!);
  const others = open.routes.some(({ version }) => version === null) ? all : open.routes.map(({ version }) => version!);
  const lost = others.filter((version) => !own.includes(version));
  if (lost.length === 0) return [];
  const [route, other] = [plain.routes[0]!, open.routes[0]!];
  return problem(
    'shadowed-version',
    `${route.method} ${route.path} exists in version ${joinWords(own)} only: a request for version ${joinWords(lost, 'or')} is 404 and never reaches ${handlerName(other)}() at ${other.path}.`,
    `Serve ${route.path} in version ${joinWords(lost)} too, or give it a path that ${other.path} does not match.`,
    atRoute(route),
  );
}
