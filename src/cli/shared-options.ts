import { type Command, InvalidArgumentError, Option } from 'commander';
import { nearestNames } from '../text/nearest-names.js';
import { joinWords } from '../text/join-words.js';

/** `[entry]`, as every command on a service takes it. */
export function declareEntry(command: Command): Command {
  return command.argument(
    '[entry]',
    'the export file; svc.config.{ts,mts,js,mjs} here by default, else the bundled service',
  );
}

/** Gathers a repeatable option whose value may also be a list between commas. */
export function collectWords(value: string, collected: readonly string[] = []): readonly string[] {
  return [
    ...collected,
    ...value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ];
}

/** An option that takes one of a few words, and suggests the right one for a mistyped one. */
export function chooseFrom(flags: string, description: string, words: readonly string[]): Option {
  return new Option(flags, description).choices(words).argParser((value: string) => {
    if (words.includes(value)) return value;
    const [near] = nearestNames(value, words);
    throw new InvalidArgumentError(
      `${near === undefined ? '' : `Did you mean ${near}? `}Write ${joinWords(words, 'or')}.`,
    );
  });
}
