import type { CommandWords } from './command-words.js';

/** Reads the command from the first two words; what has no words of its own completes files. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  const first = commands.filter(({ name }) => !name.includes(' ')).map(({ name }) => name);
  const pairs = commands.filter(({ name }) => name.includes(' ')).map(({ name }) => `'${name}'`);
  return `# Completes svc in bash: source <(svc completion bash)
_svc() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} words=
  if ((COMP_CWORD > 2)); then
    case "$command \${COMP_WORDS[2]}" in ${pairs.join(' | ')}) command="$command \${COMP_WORDS[2]}" ;; esac
  fi
  ((COMP_CWORD == 1)) && command=
  case $command in
    '') words='${[...first, '--help', '--version'].join(' ')}' ;;
${commands.map(bashCase).join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _svc svc
`;
}

function bashCase({ name, children, options }: CommandWords): string {
  const values = options.filter(({ value }) => value !== null);
  const chosen = values.filter(({ choices }) => choices.length > 0);
  const free = values.filter(({ choices }) => choices.length === 0).map(({ flag }) => flag);
  const cases = [
    ...chosen.map(({ flag, choices }) => `${flag}) words='${choices.join(' ')}' ;;`),
    ...(free.length > 0 ? [`${free.join(' | ')}) ;;`] : []),
    `*)
          words='${children.join(' ')}'
          [[ $word == -* ]] && words='${options.map(({ flag }) => flag).join(' ')}'
          ;;`,
  ];
  return `    '${name}')
      case $before in
${cases.map((line) => `        ${line}\n`).join('')}      esac
      ;;
`;
}
