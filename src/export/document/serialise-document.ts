import { writeJson } from '../../json/json.js';
import { escapeCommands, escapeControls } from '../../text/escape.js';
import type { AsyncApiDocument } from './build-async-api.js';
import type { OpenApiDocument } from './open-api.js';

/** The document as text that ends with a newline; the same document produces the same bytes. */
export function serialiseDocument(
  document: OpenApiDocument | AsyncApiDocument,
  format: 'json' | 'yaml' = 'json',
): string {
  return format === 'json' ? writeJson(document) : writeYaml(document);
}

/** Text that needs no quotes in YAML: it starts like a word, and is not a number, date, boolean or null in any YAML version. */
const plain = /^[A-Za-z_/][\w ./()'+@<>-]*$/;
const wordsOfTypes = /^(?:true|false|null|yes|no|on|off|y|n|infinity|nan)$/i;
const endsOrSpaces = /\s$|\s#|:\s|\s\s/;
const literalLine = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]*$/;

/** JSON data as block-style YAML 1.2. The yaml package needs half a minute for 10,000 operations. */
export function writeYaml(value: unknown): string {
  const lines: string[] = [];
  writeNode(value, '', '', lines);
  return `${lines.join('\n')}\n`;
}

/** `lead` precedes the value on its first line, such as a key. */
function writeNode(value: unknown, indent: string, lead: string, lines: string[]): void {
  if (Array.isArray(value) && value.length > 0) {
    if (lead !== '') lines.push(lead.trimEnd());
    const inner = lead === '' ? indent : `${indent}  `;
    for (const entry of value) writeEntry(entry, inner, lines);
  } else if (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).some((member) => member !== undefined)
  ) {
    if (lead !== '') lines.push(lead.trimEnd());
    const inner = lead === '' ? indent : `${indent}  `;
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) writeNode(member, inner, `${inner}${writeText(key)}: `, lines);
  } else if (typeof value === 'string' && isLiteral(value)) {
    lines.push(
      `${lead === '' ? indent : lead}|-`,
      ...value.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`)),
    );
  } else {
    lines.push(`${lead === '' ? indent : lead}${writeScalar(value)}`);
  }
}

/** An entry of a list: its first line follows the dash. */
function writeEntry(entry: unknown, indent: string, lines: string[]): void {
  const first = lines.length;
  const isCollection =
    typeof entry === 'object' && entry !== null && Object.values(entry).some((member) => member !== undefined);
  if (!isCollection) return writeNode(entry, indent, `${indent}- `, lines);
  writeNode(entry, `${indent}  `, '', lines);
  lines[first] = `${indent}- ${lines[first]!.slice(indent.length + 2)}`;
}

function writeScalar(value: unknown): string {
  if (typeof value === 'string') return writeText(value);
  if (Array.isArray(value)) return '[]';
  return typeof value === 'object' && value !== null ? '{}' : (JSON.stringify(value) ?? 'null');
}

/** JSON strings are YAML strings too (YAML 1.2.2, section 1.3), with the same escapes. */
function writeText(text: string): string {
  return plain.test(text) && !wordsOfTypes.test(text) && !endsOrSpaces.test(text)
    ? text
    : escapeControls(JSON.stringify(text));
}

function isLiteral(text: string): boolean {
  return (
    text.includes('\n') &&
    !/^[\s]|\s$/.test(text) &&
    escapeCommands(escapeControls(text)) === text &&
    text.split('\n').every((line) => literalLine.test(line) && !/^\s+$/.test(line))
  );
}
