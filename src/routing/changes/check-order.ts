import type { KnownVersion, Versions } from '../../changes/known-versions.js';
import { type BootProblem, problem } from '../../report/boot-problem.js';
import { joinWords } from '../../text/join-words.js';
import { compareVersions } from '../../text/version-order.js';
import { isVersion } from '../versioning/versions.js';

/** Names that are not versions, names that are not in order, and releases that contradict that order. */
export function checkOrder({ names, released }: Versions): readonly BootProblem[] {
  return [...invalidNames(names), ...namesOutOfOrder(names), ...releasesOutOfOrder(released)];
}

function invalidNames(names: readonly string[]): BootProblem[] {
  return names
    .filter((version) => !isVersion(version))
    .map((version) =>
      problem(
        'invalid-version',
        `versioning.versions lists ${JSON.stringify(version)}.`,
        "A version is one path segment of letters, digits, '.', '_', '~' and '-'.",
      ),
    );
}

function namesOutOfOrder(names: readonly string[]): BootProblem[] {
  const sorted = names.toSorted(compareVersions);
  if (names.every((version, index) => version === sorted[index])) return [];
  return [
    problem(
      'versions-out-of-order',
      `versioning.versions lists ${joinWords(names, 'and')}.`,
      `List the oldest first: ${sorted.join(', ')}.`,
    ),
  ];
}

/** Days that are both names are compared as names. */
function releasesOutOfOrder(released: readonly KnownVersion[]): BootProblem[] {
  const dated = released.filter((one) => one.released !== null);
  return dated.flatMap((one, index) => {
    const earlier = dated[index - 1];
    const areNames = [earlier, one].every((known) => known?.released === known?.version);
    if (earlier === undefined || areNames || one.released! >= earlier.released!) return [];
    return [
      problem(
        'releases-out-of-order',
        `Version ${one.version} was released on ${one.released}, before the older version ${earlier.version} (${earlier.released}).`,
        'Correct one of the two days.',
      ),
    ];
  });
}
