import { nearestNames } from '../../text/nearest-name.js';
import { HttpError } from '../table/http-error.js';
import { joinPath, pathOf } from '../table/path.js';
import type { Route } from '../table/route.js';
import type { ServiceOptions } from '../table/service-options.js';
import { NEXT } from '../../text/version-order.js';

/** Characters; a longer address is no slip. */
const longestPath = 200;
/** So that an unknown address costs little, however many routes there are. */
const mostCandidates = 500;

/**
 * The 404 of an address that no version has. An app that serves its documents names the page, and a documented path that differs
 * in the prefix, in a slash at the end or in one segment; any other app says nothing of its paths.
 */
export function unknownAddress(
  routes: readonly Route[],
  { prefix = '', documents }: Pick<ServiceOptions, 'prefix' | 'documents'>,
): (url: string) => HttpError {
  const detail = 'Nothing is served at this address.';
  if (!documents) return () => new HttpError(404, detail);
  const page = `The page ${joinPath(prefix, documents.docsPath ?? 'docs').path} lists every path.`;
  const paths = [
    ...new Set(routes.filter(({ hidden, version }) => !hidden && version !== NEXT).map(({ path }) => path)),
  ];
  const known = paths.map((path) => path.split('/'));
  return (url) => {
    const near = nearPath(pathOf(url), prefix, known);
    return new HttpError(404, [detail, ...(near === null ? [] : [`Did you mean "${near}"?`]), page].join(' '));
  };
}

type Segments = readonly string[];

function nearPath(address: string, prefix: string, known: readonly Segments[]): string | null {
  if (address.length > longestPath) return null;
  const asked = address.replace(/\/+$/, '').split('/');
  const written = [asked, ...(prefix === '' ? [] : [['', prefix, ...asked.slice(1)]])];
  for (const segments of written) {
    const same = known.find((path) => differences(path, segments).length === 0);
    if (same) return same.join('/');
  }
  const slips = known.flatMap((path) => {
    const found = differences(path, asked);
    return found.length === 1 ? [{ path, position: found[0]!, segment: path[found[0]!]! }] : [];
  });
  if (slips.length > mostCandidates) return null;
  for (const place of new Set(slips.map(({ position }) => position))) {
    const here = slips.filter(({ position }) => position === place);
    const [nearest] = nearestNames(asked[place]!, new Set(here.map(({ segment }) => segment)));
    const found = here.find(({ segment }) => segment === nearest);
    if (found) return found.path.join('/');
  }
  return null;
}

/** The positions at which an address differs from a path, two for another length; a parameter fits any segment that is not empty. */
function differences(path: Segments, address: Segments): readonly number[] {
  if (path.length !== address.length) return [-1, -1];
  return path.flatMap((segment, position) => {
    const given = address[position]!;
    return given === segment || (segment.startsWith('{') && given !== '') ? [] : [position];
  });
}
