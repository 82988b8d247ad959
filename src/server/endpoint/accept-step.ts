import { refusesType, acceptRanges } from '../../text/accept-weights.js';
import { joinWords } from '../../text/join-words.js';
import { HttpError } from '../../routing/table/http-error.js';
import { responseDetail } from '../../routing/table/responses.js';
import type { Route } from '../../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import type { Step } from './exchange.js';

/** A weight that may be 0; what else an Accept says refuses nothing. */
const mayRefuse = /=\s*0/;

/**
 * Refuses a request whose Accept refuses everything that a route answers, with a weight of 0 (RFC 9110, section 12.5.1). null for a route whose
 * media types are not declared.
 */
export function acceptStep(route: Route, versioning: VersioningOptions | undefined): Step | null {
  const types = typesOf(route);
  if (types.length === 0 || route.relayed) return null;
  const { version } = route;
  const { namesOther } = versioningScheme(versioning) ?? {};
  const isOther = (parameter: string) => version !== null && namesOther?.(parameter, version) === true;
  return ({ req: { headers } }) => {
    const { accept } = headers;
    if (accept === undefined || !mayRefuse.test(accept)) return;
    const ranges = acceptRanges(accept);
    if (types.every((type) => refusesType(ranges, type, isOther)))
      throw new HttpError(406, `Accept refuses ${joinWords(types, 'and')}, and this operation answers nothing else.`);
  };
}

/** The media types of its successes; none where one of them does not say. */
function typesOf({ responses }: Route): readonly string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, entry]) => {
    if (entry === null) return [];
    const { mediaTypes, schema } = responseDetail(entry);
    return mediaTypes ?? (schema ? ['application/json'] : []);
  });
  return types.some((list) => list.length === 0) ? [] : [...new Set(types.flat().map((type) => type.split(';')[0]!))];
}
