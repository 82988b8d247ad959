import { Argument } from 'commander';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { bashCompletion } from '../completion/bash.js';
import { readCommandWords } from '../completion/command-words.js';
import { fishCompletion } from '../completion/fish.js';
import { zshCompletion } from '../completion/zsh.js';
import { type CommandRow, defineCommand } from '../program/define-command.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** The command that completes those of a table and its groups. */
export const completionCommandOf = (table: readonly CommandRow[], groups: Readonly<Record<string, string>>) =>
  defineCommand<Record<never, never>>({
    declare: (command) => {
      command.addArgument(new Argument('<shell>', Object.keys(shells).join(', ')));
    },
    examples: [
      { line: 'source <(svc completion bash)', meaning: 'in ~/.bashrc' },
      { line: 'source <(svc completion zsh)', meaning: 'in ~/.zshrc, behind compinit' },
      { line: 'svc completion fish > ~/.config/fish/completions/svc.fish', meaning: 'once, for fish' },
    ],
    execute: async ({ io, operands: [shell = ''] }) => {
      const known = Object.keys(shells);
      if (!known.includes(shell)) throw usageError(unknownName('shell', shell, known));
      io.stdout.write(shells[shell as keyof typeof shells](await readCommandWords(table, groups)));
      return 0;
    },
  });
