import { type Command, InvalidArgumentError } from 'commander';

/** `--dir`, the folder of the lock files. */
export function declareContracts(command: Command): Command {
  return command.option(
    '--dir <folder>',
    'the folder of the lock files; contracts beside svc.config.ts by default',
    readFolder,
  );
}

function readFolder(text: string): string {
  if (text.trim() !== '') return text.replace(/(?<=.)\/+$/, '');
  throw new InvalidArgumentError('Write the name of a folder.');
}
