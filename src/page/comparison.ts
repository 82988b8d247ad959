import { NEXT, versionInWords } from '../text/version-order.js';
import type { ExamplesThroughChanges, VersionedOperation } from '../export/example-through-changes.js';
import { nameOperation } from '../report/result.js';
import { objectAt } from '../json/json.js';
import { type DiffLine, diffLines } from '../text/line-diff.js';
import { countOf } from '../text/join-words.js';
import { html, type Html } from '../text/html.js';
import { codeText } from './code.js';
import type { PageSubject } from './links.js';
import { bodyForms, mediaExample } from './operation-request.js';
import type { PageContent, PageStep } from './page-content.js';
import type { ReadOperation } from './read-document.js';

/** JSON that a client sends or gets, in both versions. */
export interface BeforeAndAfter {
  /** `GET /users` */
  readonly of: string;
  readonly what: 'Request' | 'Answer';
  readonly before: string;
  readonly after: string;
}

/** A menu of the versions that the page can be compared with; the older of both is always the one before. */
export function compareMenu(content: PageContent, subject: PageSubject): Html | null {
  const { version, versions, links, step } = content;
  const names = versions.map((one) => one.version);
  if (version === null) return null;
  const items = names.flatMap((name) => {
    const [from, to] = names.indexOf(name) < names.indexOf(version) ? [name, version] : [version, name];
    const href = name === version ? null : links.comparing(from, to, subject);
    const isChosen = step?.isChosen === true && step.version === name;
    return href === null
      ? []
      : [
          html`<li><a href="${href}"${isChosen && html` aria-current="true"`}>${name === NEXT ? NEXT : versionInWords(name)}</a></li>`,
        ];
  });
  if (items.length === 0) return null;
  const stop = step?.isChosen && links.comparing(null, version, subject);
  return html`<details class="compare"><summary>${step?.isChosen ? html`Compared with ${step.version}` : 'Compare with'}</summary><ul>${items}${stop && html`<li><a href="${stop}">Stop comparing</a></li>`}</ul></details>`;
}

/** What a client of an operation sends and gets in both versions: one example through the changes, or else those of the documents. */
export function beforeAndAfter(
  operation: ReadOperation,
  base: ReadOperation,
  content: PageContent,
): readonly BeforeAndAfter[] {
  const { step, version, examples } = content;
  if (step === null) return [];
  const from = { version: step.version, method: base.method, path: base.path };
  const to = { version, method: operation.method, path: operation.path };
  const of = nameOperation(operation);
  const pairs: BeforeAndAfter[] = [
    { of, what: 'Request', ...requests(operation, base, examples, from, to) },
    { of, what: 'Answer', ...answers(operation, base, content, from, to) },
  ];
  return pairs.filter(({ before, after }) => before !== after && before + after !== '');
}

type Sides = Pick<BeforeAndAfter, 'before' | 'after'>;

function requests(
  operation: ReadOperation,
  base: ReadOperation,
  examples: ExamplesThroughChanges | null,
  from: VersionedOperation,
  to: VersionedOperation,
): Sides {
  const [before, after] = [base, operation].map(
    (one) => bodyForms(one).find(({ fields }) => fields === null)?.text ?? '',
  );
  const sent = parsed(before!);
  const converted = sent === undefined ? undefined : examples?.request(from, to, sent);
  return { before: before!, after: converted === undefined ? after! : written(converted) };
}

function answers(
  operation: ReadOperation,
  base: ReadOperation,
  { examples, readingOf }: PageContent,
  from: VersionedOperation,
  to: VersionedOperation,
): Sides {
  const handler = examples?.answeredBy(from, to);
  const source = handler && readingOf(handler.version)?.byAddress.get(nameOperation(handler));
  const value = source && parsed(successExample(source));
  if (examples && value !== undefined) {
    const [before, after] = [from, to].map((side) => examples.answer(side, value));
    if (before !== undefined && after !== undefined) return { before: written(before), after: written(after) };
  }
  return { before: successExample(base), after: successExample(operation) };
}

/** The example of the first success that has one. */
export function successExample({ node, document }: ReadOperation): string {
  for (const [status, response] of Object.entries(objectAt(node['responses'])))
    if (status.startsWith('2'))
      for (const [mediaType, media] of Object.entries(objectAt(document.resolve(response)['content'])))
        if (/json/i.test(mediaType)) return mediaExample(media, mediaType, document);
  return '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const written = (value: unknown) => JSON.stringify(value, null, 2);

/** Both sides of what changes, next to each other. */
export function sideBySide({ of, what, before, after }: BeforeAndAfter, step: PageStep, to: string): Html {
  const lines = foldSame(diffLines(before, after));
  const side = (name: string, own: 'gone' | 'new', shared: 'before' | 'after') => {
    const shown = lines.filter(({ kind }) => !['gone', 'new'].includes(kind) || kind === own);
    const isEmpty = { before, after }[shared] === '';
    return html`<div><p class="side">${name}</p>${isEmpty ? html`<p class="quiet">Nothing</p>` : html`<pre tabindex="0" role="region" aria-label="${what} of ${of}, ${name}"><code>${shown.map((line) => lineOf(line, shared))}</code></pre>`}</div>`;
  };
  return html`<figure class="pair"><figcaption>${what}</figcaption><div class="two code">${side(step.name, 'gone', 'before')}${side(to, 'new', 'after')}</div></figure>`;
}

/** Two texts in one block of code. */
export function diffBlock(before: string, after: string, label: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${foldSame(diffLines(before, after)).map((line) => lineOf(line, 'after'))}</code></pre>`;
}

/** Lines beside a difference, and how many there must be between two to leave them out. */
const [nearby, mostBetween] = [3, 12];

type ShownLine = DiffLine | { readonly kind: 'left out'; readonly count: number };

/** Leaves out what is the same on both sides and far from every difference. */
function foldSame(lines: readonly DiffLine[]): readonly ShownLine[] {
  const runs = lines.reduce<DiffLine[][]>((all, line) => {
    const last = all.at(-1);
    if (last && (last[0]!.kind === 'same') === (line.kind === 'same')) last.push(line);
    else all.push([line]);
    return all;
  }, []);
  return runs.flatMap((run, index): readonly ShownLine[] => {
    const [above, below] = [index === 0 ? 0 : nearby, index === runs.length - 1 ? 0 : nearby];
    const count = run.length - above - below;
    if (run[0]!.kind !== 'same' || run.length <= mostBetween) return run;
    return [...run.slice(0, above), { kind: 'left out', count }, ...run.slice(run.length - below)];
  });
}

function lineOf(line: ShownLine, shared: 'before' | 'after'): Html {
  if (line.kind === 'left out') return html`<i class="c">⋯ ${countOf(line.count, 'line')}</i>\n`;
  const text = html`${codeText(line.kind === 'same' ? line[shared] : line.text)}\n`;
  return line.kind === 'gone' ? html`<del>${text}</del>` : line.kind === 'new' ? html`<ins>${text}</ins>` : text;
}
