import type { CommandWords, OptionWords } from './command-words.js';

/** A line for each word, which says where it stands. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  const first = commands.filter(({ name }) => !name.includes(' '));
  return `# Completes svc in fish: svc completion fish | source
${first.map(({ name, summary }) => `complete -c svc -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}\n`).join('')}${commands.map((one) => fishLines(one, commands)).join('')}`;
}

function fishLines({ name, children, options }: CommandWords, commands: readonly CommandWords[]): string {
  const seen = name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
  const alone = children.length === 0 ? seen : `${seen}; and not __fish_seen_subcommand_from ${children.join(' ')}`;
  const words = children.map((child) => {
    const summary = commands.find((one) => one.name === `${name} ${child}`)?.summary ?? '';
    return `complete -c svc -n ${quote(alone)} -f -a ${child} -d ${quote(summary)}\n`;
  });
  const flags = options.map((option) => `complete -c svc -n ${quote(alone)} ${fishOption(option)}\n`);
  return [...words, ...flags].join('');
}

function fishOption({ flag, description, value, choices }: OptionWords): string {
  const taken = value === null ? '' : choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r';
  return `-l ${flag.slice('--'.length)}${taken} -d ${quote(description)}`;
}

const quote = (text: string) => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
