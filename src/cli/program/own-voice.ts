/** What commander calls wrong, and how svc says it. */
const sentences: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [/^option '(.+)' argument missing$/, 'Option "$1" needs a value.'],
  [/^required option '(.+)' not specified$/, 'Option "$1" is required.'],
  [/^option '(.+?)' argument '(.*?)' is invalid\./, 'Option "$1" does not take "$2".'],
  [/^missing required argument '(.+)'$/, 'Argument "$1" is missing.'],
];

/** An error of commander in the words of svc: `Unknown option "--fromat". Did you mean "--format"?` */
export function inOwnVoice(text: string): string {
  if (!text.startsWith('error: ')) return text;
  const [first = '', ...rest] = text.slice('error: '.length).trimEnd().split('\n');
  const [pattern, sentence] = sentences.find(([known]) => known.test(first)) ?? [/'(.*?)'(?=\W|$)/g, '"$1"'];
  const said = first.replace(pattern, sentence);
  const ended = `${said.charAt(0).toUpperCase()}${said.slice(1)}${/[.?!]$/.test(said) ? '' : '.'}`;
  return `${[ended, ...rest.map(question)].join(' ')}\n`;
}

/** `Did you mean "--format"?` for commander's question in brackets, also where several are near. */
function question(line: string): string {
  const [, several = '', names] = /^\(Did you mean (one of )?(.+)\?\)$/.exec(line) ?? [];
  return names === undefined ? line : `Did you mean ${several}${names.replaceAll(/[^\s,]+/g, '"$&"')}?`;
}
