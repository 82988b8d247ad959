import type { Trail } from './add-ways.js';
import type { ComparedPair } from './compare-schemas.js';
import type { Context, Contexts, Judgement } from './judge-context.js';
import type { Visits } from './visit-changes.js';

/** A whole schema is reported only if nothing inside it shows what breaks; a doubt about it only if nothing inside it is reported at all. */
export function listReported(
  visits: Visits,
  contextAt: (position: number) => Context,
  trailAt: (position: number) => Trail,
  contexts: Contexts,
): readonly (readonly [position: number, Judgement])[] {
  const reported: (readonly [number, Judgement])[] = [];
  const wholes: (readonly [number, Judgement])[] = [];
  const isNew = rememberPlaces();
  for (const position of visits.changed) {
    const context = contextAt(position);
    if (visits.isRepeated && !isNew(context, trailAt(position))) continue;
    for (const judgement of contexts.judge(context))
      (judgement.isWhole ? wholes : reported).push([position, judgement]);
  }
  if (wholes.length === 0) return reported;
  const something = new Uint8Array(visits.length);
  const breaking = visits.collectAbove();
  const mark = (position: number, { level, isUncertain }: Judgement) => {
    for (let at = position; at >= 0 && something[at] === 0; at = visits.above(at)) something[at] = 1;
    if (level === 'error' || isUncertain) breaking.add(position);
  };
  for (const [position, judgement] of reported) mark(position, judgement);
  for (const [position, whole] of wholes.toReversed()) {
    if (breaking.has(position) || (whole.isUncertain && something[position] === 1)) continue;
    reported.push([position, whole]);
    mark(position, whole);
  }
  return reported;
}

/** Several alternatives may lead to the same schema at the same place. */
function rememberPlaces(): (context: Context, trail: Trail) => boolean {
  const seen = new Map<ComparedPair, Set<string>>();
  return ({ pair, place: { name, hidden } }, { number }) => {
    const places = seen.get(pair) ?? new Set<string>();
    seen.set(pair, places);
    const key = `${name} ${hidden} ${number}`;
    const isNew = !places.has(key);
    places.add(key);
    return isNew;
  };
}
