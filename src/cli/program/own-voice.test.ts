import { Command, InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { inOwnVoice } from './own-voice.js';

/** What commander writes for arguments of a command with an operand and three options. */
function errorOf(argv: readonly string[]): string {
  let written = '';
  const program = new Command('svc')
    .exitOverride()
    .showSuggestionAfterError()
    .allowExcessArguments(false)
    .configureOutput({ outputError: (text) => (written += inOwnVoice(text)) })
    .argument('<address>')
    .requiredOption('--base <ref>')
    .option('--fail-on <level>')
    .option('--fail-at <level>')
    .option('--runs <count>', '', () => {
      throw new InvalidArgumentError("It isn't a number.");
    });
  expect(() => program.parse([...argv], { from: 'user' })).toThrow();
  return written;
}

describe('an error of commander', () => {
  it.each<[argv: readonly string[], said: string]>([
    [['a', '--base', 'main', '--bsae'], 'Unknown option "--bsae". Did you mean "--base"?\n'],
    [['a', '--base', 'main', '--fail-o'], 'Unknown option "--fail-o". Did you mean "--fail-on"?\n'],
    [['a', '--base', 'main', '--fail-'], 'Unknown option "--fail-". Did you mean one of "--fail-at", "--fail-on"?\n'],
    [['a', '--base', 'main', '--frobnicate'], 'Unknown option "--frobnicate".\n'],
    [['a', '--base'], 'Option "--base <ref>" needs a value.\n'],
    [['a'], 'Option "--base <ref>" is required.\n'],
    [['--base', 'main'], 'Argument "address" is missing.\n'],
    [['a', 'b', '--base', 'main'], 'Too many arguments. Expected 1 argument but got 2.\n'],
    [['a', '--runs', 'x'], `Option "--runs <count>" does not take "x". It isn't a number.\n`],
  ])('for %j is a sentence', (argv, said) => {
    expect(errorOf(argv)).toBe(said);
  });

  it('of a command that a service brings stays as it was written', () => {
    expect(inOwnVoice("No account 'ada'.\n")).toBe("No account 'ada'.\n");
  });
});
