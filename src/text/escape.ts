/** Steers a terminal, reorders text, or has no place in XML 1.0: C0 and C1 controls but line breaks (CR only before LF) and tabs, line separators, bidirectional marks, embeddings, overrides and isolates (UAX #9), noncharacters. */
const steering =
  // eslint-disable-next-line no-control-regex -- these are the characters to replace
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\r(?!\n)/g;

/** Writes each character that steers a terminal or hides text as its code: `\u001b`. Line breaks and tabs stay. */
export function escapeControls(text: string): string {
  return text.replaceAll(steering, codeOf);
}

/** Text on one line without the characters that `escapeControls` writes as codes. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\t\r\n]/g, '').replaceAll(steering, '');
}

/** Text on one line, for a terminal: a line break or tab is a blank, any other control is written as its code. */
export function escapeTerminal(text: string): string {
  return escapeControls(text.replaceAll(/(?:\r\n|[\t\n\u0085\u2028\u2029])+/g, ' '));
}

/** Most texts of pages: printable ASCII that HTML reads as itself. */
const plainInHtml = /^[\t\n !#-%(-;=?-~]*$/;

/** Text and attribute values of HTML. */
export function escapeHtml(text: string): string {
  if (plainInHtml.test(text)) return text;
  return escapeControls(text).replaceAll(/[&<>"']/g, (character) => htmlEntities[character]!);
}

/** Text of HTML, where quotes stay as they are: for code, which has many. */
export function escapeHtmlText(text: string): string {
  return escapeControls(text).replaceAll(/[&<>]/g, (character) => htmlEntities[character]!);
}

/** Text and attribute values of XML 1.0. */
export function escapeXml(text: string): string {
  return escapeControls(text).replaceAll(/[&<>"'\t\n\r]/g, (character) => xmlEntities[character]!);
}

/** What GitHub makes a link or a mention of although it is escaped: addresses, `@name`, `#12`, `GH-12`, hashes of commits. */
const linked = /:\/\/|www\.|@\S|#\d|GH(?:SA)?-\w|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])/i;

/** Plain text within a line of Markdown: a heading, a list item, a cell of a table. Words that would become a link are code. */
export function escapeMarkdown(text: string): string {
  return escapeTerminal(text)
    .split(' ')
    .map((word) => (linked.test(word) ? codeSpan(word) : word.replaceAll(/[\\`*_[\]<>|#&~$]/g, String.raw`\$&`)))
    .join(' ');
}

/** A code span of Markdown; a backtick, which no code span of one can hold, becomes an apostrophe, and a table keeps its columns. */
export function codeSpan(text: string): string {
  // A bar behind an even number of backslashes would end a cell.
  const escapeBar = (bar: string) => (bar.length % 2 === 1 ? `\\${bar}` : `\\\\${bar}`);
  return `\`${escapeTerminal(text)
    .replaceAll('`', "'")
    .replaceAll(/(?<!\\)\\*\|/g, escapeBar)}\``;
}

/** A link of Markdown to an address of the web, a mailbox or a path; any other target is shown as code. */
export function linkMarkdown(words: string, url: string): string {
  const isAddress = /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(url);
  return isAddress
    ? `[${escapeMarkdown(words)}](${escapeMarkdownUrl(url)})`
    : `${escapeMarkdown(words)} ${codeSpan(url)}`;
}

/** The target of a link in Markdown. */
function escapeMarkdownUrl(url: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return escapeTerminal(url).replaceAll(/[ ()<>\\]/g, encode);
}

/** The data of a GitHub workflow command; line breaks stay line breaks, and no command within it is obeyed by another runner. */
export function escapeWorkflowData(text: string): string {
  return escapeCommands(escapeControls(text)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The value of a property of a GitHub workflow command. */
export function escapeWorkflowProperty(text: string): string {
  return escapeWorkflowData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** What a CI runner obeys: `::name` at the start of a line (GitHub), and `##[name`, `##vso[` or `##teamcity[` anywhere in it. */
// eslint-disable-next-line no-control-regex -- colours may precede a command
const obeyed = /(?<=^(?:[^\S\r\n]|\u001b\[[\d;]*m)*):(?=:)|#(?=#\w*\[)/gm;

/** Writes the first character of each command of a CI runner as its code, which strings of JSON, YAML and JavaScript read as the same text. */
export function escapeCommands(text: string): string {
  return text.replaceAll(obeyed, codeOf);
}

/** Text within a regular expression, where it means itself. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** One word of sh. */
export function quoteShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const xmlEntities: Readonly<Record<string, string>> = {
  ...htmlEntities,
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
