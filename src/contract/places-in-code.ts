import { bringTogether } from '../report/group-results.js';
import type { Result } from '../report/result.js';
import { codeSpan, escapeMarkdown, escapeTerminal } from '../text/escape.js';
import { countOf } from '../text/join-words.js';

/** The places of a consumer's code that differences touch, as `svc diff --scan` found them. */
export interface PlacesInCode {
  readonly folder: string;
  /** One for each place and reason; the detail `code` is the line as it stands in the file. */
  readonly results: readonly Result[];
}

const words = { error: '**breaks**', warning: '**may break**', info: 'note' };

/** A list in Markdown: each place with its line of code, and below it what happens there and what to do. */
export function writePlaces({ folder, results }: PlacesInCode): string {
  const places = bringTogether(results, ({ place }) => [place?.file, place?.line]);
  if (places.length === 0) return `No place in ${codeSpan(folder)} is touched.`;
  const lines = places.map((group) => {
    const [{ place, details = [] }] = group;
    const code = details.find(([name]) => name === 'code')?.[1] ?? '';
    const reasons = group.map(
      ({ level, message, fix }) => `  - ${words[level]}: ${escapeMarkdown([message, fix].filter(Boolean).join(' '))}`,
    );
    return [`- ${codeSpan(`${place?.file}:${place?.line}`)}: ${codeAsWritten(code)}`, ...new Set(reasons)].join('\n');
  });
  return `${countOf(places.length, 'place')} in ${codeSpan(folder)}:\n\n${lines.join('\n')}`;
}

/** A code span that keeps backticks, which stand between more of them. */
function codeAsWritten(text: string): string {
  const shown = escapeTerminal(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  if (longest === 0) return `\`${shown}\``;
  const ticks = '`'.repeat(longest + 1);
  return `${ticks} ${shown} ${ticks}`;
}
