import type { CommandWords, OptionWords } from './command-words.js';

/** A function for `compdef`, whether it is sourced or a file of `fpath`. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  const first = commands.filter(({ name }) => !name.includes(' '));
  const pairs = commands.filter(({ name }) => name.includes(' ')).map(({ name }) => quote(name));
  return `#compdef svc
# Completes svc in zsh: source <(svc completion zsh)
_svc() {
  local command=$words[2]
  local -a names=(
${first.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}\n`).join('')}  )
  if ((CURRENT == 2)); then
    _describe command names
    return
  fi
  if ((CURRENT > 3)); then
    case "$command $words[3]" in (${pairs.join(' | ')}) command="$command $words[3]" ;; esac
  fi
  case $command in
${commands.map((one) => zshCase(one, commands)).join('')}  esac
}
compdef _svc svc
`;
}

function zshCase({ name, children, options }: CommandWords, commands: readonly CommandWords[]): string {
  const described = children.map((child) => {
    const summary = commands.find((one) => one.name === `${name} ${child}`)?.summary ?? '';
    return quote(`${child}:${summary}`);
  });
  const subcommands =
    children.length === 0
      ? ''
      : `      names=(${described.join(' ')})
      ((CURRENT == 3)) && _describe command names
`;
  return `    (${quote(name)})
${subcommands}      _arguments ${[...options.map(zshOption), quote('*:file:_files')].join(' \\\n        ')}
      ;;
`;
}

function zshOption({ flag, description, value, choices }: OptionWords): string {
  const values = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  const taken = value === null ? '' : `:${escapeSpec(value)}:${values}`;
  return quote(`*${flag}[${escapeSpec(description)}]${taken}`);
}

const escapeSpec = (text: string) => text.replaceAll(/[[\]:\\]/g, String.raw`\$&`);
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
