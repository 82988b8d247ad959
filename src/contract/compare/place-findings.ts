import { findLines } from '../../json/find-lines.js';
import { tokensOf } from '../../json/pointer.js';
import { checks } from '../diff/checks.js';
import type { Finding } from '../diff/finding.js';
import type { Bundle } from '../diff/references/bundle-document.js';
import { findOrigin } from '../diff/references/find-origin.js';
import { bundledFiles } from '../diff/references/resolve-reference.js';

/** Adds the file and line to the findings that have none: where the revision has what changed, or had it around. */
export function placeFindings(findings: readonly Finding[], { document, files }: Bundle): readonly Finding[] {
  const places = findings.map((finding) => {
    if (finding.file !== null) return null;
    const origin = findOrigin(document, tokensInRevision(finding));
    const isBundled = origin[0] === bundledFiles && origin.length > 1;
    const holder = files.find(({ home }) => home[1] === (isBundled ? origin[1] : undefined))!;
    return { holder, tokens: isBundled ? origin.slice(2) : origin };
  });
  const lines = new Map(
    files.map((file) => {
      const own = places.flatMap((place) => (place?.holder === file ? [place] : []));
      const found =
        own.length === 0
          ? []
          : findLines(
              file.text,
              own.map(({ tokens }) => tokens),
            );
      return [file, new Map(own.map((place, index) => [place, found[index] ?? null]))] as const;
    }),
  );
  return findings.map((finding, index) => {
    const place = places[index];
    return place ? { ...finding, file: place.holder.name, line: lines.get(place.holder)!.get(place)! } : finding;
  });
}

/** What was removed from a list has lost its position to another item. */
function tokensInRevision({ id, pointer }: Finding): readonly string[] {
  const tokens = tokensOf(pointer);
  return checks[id].action === 'remove' && /^\d+$/.test(tokens.at(-1) ?? '') ? tokens.slice(0, -1) : tokens;
}
