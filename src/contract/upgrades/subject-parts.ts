import type { Json } from '../../json/json.js';
import { showJson } from '../../json/show-json.js';
import { codeSpan, escapeControls } from '../../text/escape.js';
import type { UpgradeExample, UpgradeSubject } from './describe-upgrades.js';

/** What a change does with a schema or an operation, as paragraphs of Markdown: members that moved or have another value, and an example of each direction. */
export function subjectParts({ moved, altered, answer, request }: UpgradeSubject): readonly string[] {
  const facts = [
    ...moved.map(
      ({ older, newer }) => `- ${codeSpan(older.join('.'))} is ${codeSpan(newer.join('.'))}. \`svc upgrade\` edits it.`,
    ),
    ...altered.map(
      (path) => `- ${path.length === 0 ? 'The value' : codeSpan(path.join('.'))} is another value. Decide each use.`,
    ),
  ];
  const blocks = [writeExample('What is answered', answer), writeExample('What is sent', request)].filter(
    (one) => one !== '',
  );
  return [...(facts.length > 0 ? [facts.join('\n')] : []), ...blocks];
}

const writeExample = (words: string, example: UpgradeExample | null): string =>
  example === null ? '' : `${words}, before and after; members that stay are left out:\n\n${fence(example)}`;

/** Both values, as lines of a diff. */
const fence = ({ before, after }: UpgradeExample): string =>
  fenceDiff([...linesOf(before).map((line) => `-${line}`), ...linesOf(after).map((line) => `+${line}`)]);

/** A block of Markdown that holds the lines of a diff, whatever they are. */
export function fenceDiff(lines: readonly string[]): string {
  const text = lines.join('\n');
  const ticks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${ticks}diff\n${text}\n${ticks}`;
}

/** One line where it is short. */
function linesOf(value: Json): readonly string[] {
  const line = escapeControls(showJson(value));
  return line.length <= 100 ? [line] : escapeControls(JSON.stringify(value, null, 2)).split('\n');
}
