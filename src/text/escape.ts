/** Steers a terminal, reorders text, or has no place in XML 1.0: C0 and C1 controls but line breaks (CR only before LF) and tabs, line separators, bidirectional embeddings, overrides and isolates (UAX #9), noncharacters. */
const steering =
  // eslint-disable-next-line no-control-regex -- these are the characters to replace
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|\r(?!\n)/g;

/** Writes each character that steers a terminal or hides text as its code: `\u001b`. Line breaks and tabs stay. */
export function escapeControls(text: string): string {
  return text.replaceAll(steering, codeOf);
}

/** Text on one line, for a terminal: a line break or tab is a blank, any other control is written as its code. */
export function escapeTerminal(text: string): string {
  return escapeControls(text.replaceAll(/(?:\r\n|[\t\n\u0085\u2028\u2029])+/g, ' '));
}

/** Text and attribute values of HTML. */
export function escapeHtml(text: string): string {
  return escapeControls(text).replaceAll(/[&<>"']/g, (character) => htmlEntities[character]!);
}

/** Text and attribute values of XML 1.0. */
export function escapeXml(text: string): string {
  return escapeControls(text).replaceAll(/[&<>"'\t\n\r]/g, (character) => xmlEntities[character]!);
}

/** Plain text within a line of Markdown: a heading, a list item, a cell of a table. */
export function escapeMarkdown(text: string): string {
  return escapeTerminal(text).replaceAll(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`);
}

/** A code span of Markdown; a backtick, which no code span of one can hold, becomes an apostrophe, and a table keeps its columns. */
export function codeSpan(text: string): string {
  return `\`${escapeTerminal(text).replaceAll('`', "'").replaceAll('|', String.raw`\|`)}\``;
}

/** The target of a link in Markdown. */
export function escapeMarkdownUrl(url: string): string {
  const encode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return escapeTerminal(url).replaceAll(/[ ()<>\\]/g, encode);
}

/** The data of a GitHub workflow command; line breaks stay line breaks. */
export function escapeWorkflowData(text: string): string {
  return escapeControls(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The value of a property of a GitHub workflow command. */
export function escapeWorkflowProperty(text: string): string {
  return escapeWorkflowData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
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
