import { nearestNames } from '../text/nearest-names.js';
import { type CommandFailure, usageError } from './command-failure.js';
import { joinWords } from '../text/join-words.js';

/** Says which tags there are, and which one was probably meant. */
export function unknownTag(tag: string, tags: readonly string[]): CommandFailure {
  const [near] = nearestNames(tag, tags);
  return usageError(
    `Nothing has the tag ${tag}.${near === undefined ? '' : ` Did you mean ${near}?`} The tags are ${joinWords(tags)}.`,
  );
}
