import { unknownName } from '../text/nearest-name.js';
import { type CommandFailure, usageError } from './command-failure.js';

/** Refuses an unknown tag, and names the available ones. */
export function unknownTag(tag: string, tags: readonly string[]): CommandFailure {
  return usageError(unknownName('tag', tag, tags));
}
