import { element, find, findAll, isNew, keepAddresses, onPage } from './elements.js';
import { searchDetails } from './search-details.js';

/** Finds operations and schemas as the reader types; `/` and Ctrl+K go to the field, the arrow keys through what was found. */
export function startSearch(): void {
  onPage(() => {
    const input = find<HTMLInputElement>('.search input');
    if (!input || !isNew(input)) return;
    input.addEventListener('input', () => void search(input));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && input.value !== '') {
        input.value = '';
        void search(input);
      } else if (event.key === 'Enter') found()[0]?.click();
      else if (event.key === 'ArrowDown') found()[0]?.focus();
      else return;
      event.preventDefault();
    });
  });
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    const asks = event.key === '/' ? !target.closest('input, textarea, select, dialog') : isCommandK(event);
    if (asks) {
      const sidebar = find('.sidebar')!;
      if (!sidebar.checkVisibility()) sidebar.showPopover();
      find('.search input')?.focus();
      event.preventDefault();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && target.matches('.sidebar :is(.tag, .results) a')) {
      const links = found();
      const next = links[links.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)];
      (next ?? find('.search input'))?.focus();
      event.preventDefault();
    }
  });
}

const isCommandK = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'k' && (ctrlKey || metaKey);
const found = () => findAll('.sidebar :is(.tag, .results) a').filter((link) => link.checkVisibility());

/** By name at once; by what the document says as soon as it is there. */
async function search(input: HTMLInputElement): Promise<void> {
  await loadWhole();
  const sidebar = find('.sidebar')!;
  const typed = input.value;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  show(sidebar, words, new Map());
  if (words.length === 0) return;
  const details = await searchDetails(sidebar.dataset.document!);
  if (input.isConnected && input.value === typed) show(sidebar, words, details);
}

/** The most results that are listed. */
const mostResults = 50;

/** Lists the entries that have every word in their names, then those of which the document says the missing words. */
function show(sidebar: HTMLElement, words: readonly string[], details: ReadonlyMap<string, string>): void {
  const entries = words.length === 0 ? [] : findAll<HTMLAnchorElement>('.tag li > a', sidebar);
  const ranked = entries
    .flatMap((link) => rank(link, words, details) ?? [])
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, mostResults);
  const results = groups.flatMap(([title, isIn]) => {
    const own = ranked.filter(isIn).map(entryOf);
    return own.length === 0 ? [] : [element('li', { class: 'kind' }, title), ...own];
  });
  for (const tag of findAll('.tag', sidebar)) tag.hidden = words.length > 0;
  find('.results', sidebar)!.replaceChildren(...results);
  find('.none', sidebar)!.hidden = words.length === 0 || results.length > 0;
}

const isOperation = ({ link }: Ranked) => find('.method', link) !== null;

/** Names first, by what they name; then where only the text says it. */
const groups: readonly (readonly [title: string, isIn: (one: Ranked) => boolean])[] = [
  ['Operations', (one) => one.excerpt === null && isOperation(one)],
  ['Schemas', (one) => one.excerpt === null && !isOperation(one)],
  ['In the text', (one) => one.excerpt !== null],
];

function entryOf({ link, excerpt }: Ranked): HTMLElement {
  const copy = link.cloneNode(true) as HTMLAnchorElement;
  copy.append(excerpt ?? element('span', { class: 'found' }, link.title));
  return element('li', {}, copy);
}

interface Ranked {
  readonly link: HTMLAnchorElement;
  readonly rank: number;
  readonly excerpt: HTMLElement | null;
}

/** A word counts most at the start of a word of the name, less inside of it, in the path or in the text, least misspelt; null where one is missing. */
function rank(link: HTMLAnchorElement, words: readonly string[], details: ReadonlyMap<string, string>): Ranked | null {
  const method = find('.method', link)?.textContent;
  const name = ` ${link.textContent} `.toLowerCase();
  const path = link.title.toLowerCase();
  const more = details.get(method ? `${method} ${link.title}` : link.textContent!) ?? '';
  const weightOf = (word: string): number =>
    name.includes(` ${word}`)
      ? 4
      : name.includes(word)
        ? 3
        : path.includes(word)
          ? 2
          : more.toLowerCase().includes(word)
            ? 1
            : Number(isMisspelt(word, name)) / 2;
  const weights = words.map(weightOf);
  if (weights.includes(0)) return null;
  const only = weights.indexOf(1);
  return {
    link,
    rank: Math.min(...weights) * 10 + weights.reduce((sum, weight) => sum + weight, 0),
    excerpt: only === -1 ? null : excerptOf(more, words[only]!),
  };
}

/** Whether a word of four letters or more is one letter away from the start of a word of a name: left out, added, replaced, or swapped. */
export function isMisspelt(word: string, name: string): boolean {
  return (
    word.length >= 4 &&
    name
      .split(/[^\p{L}\p{N}]+/u)
      .some((whole) =>
        [whole.length, word.length - 1, word.length, word.length + 1].some((length) =>
          isOneAway(word, whole.slice(0, length)),
        ),
      )
  );
}

function isOneAway(one: string, other: string): boolean {
  if (other.length < 3 || Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [rest, others] = [one.slice(at), other.slice(at)];
  return (
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    rest.slice(1) === others.slice(1) ||
    (rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2))
  );
}

/** The words around the first place of a word. */
function excerptOf(text: string, word: string): HTMLElement {
  const at = text.toLowerCase().indexOf(word);
  const start = at < 25 ? 0 : text.indexOf(' ', at - 25) + 1;
  const end = at + word.length;
  return element(
    'span',
    { class: 'found' },
    `${start > 0 ? '…' : ''}${text.slice(Math.min(start, at), at)}`,
    element('mark', {}, text.slice(at, end)),
    text.slice(end, end + 30),
  );
}

let loading: Promise<void> | null = null;

/** A page of a large API lists the operations around its own; the first page lists all. */
function loadWhole(): Promise<void> {
  const sidebar = find('.sidebar')!;
  const { whole } = sidebar.dataset;
  if (!whole) return Promise.resolve();
  return (loading ??= fetch(whole)
    .then((response) => response.text())
    .then((text) => {
      const page = new DOMParser().parseFromString(text, 'text/html');
      keepAddresses(find('.sidebar', page), new URL(whole, location.href).href);
      const current = find('.tag [aria-current]', sidebar)?.getAttribute('href');
      for (const tag of findAll('.tag, .all', sidebar)) tag.remove();
      find('.places', sidebar)!.after(...findAll('.sidebar .tag', page));
      if (current) find(`.tag a[href="${CSS.escape(current)}"]`, sidebar)?.setAttribute('aria-current', 'page');
      sidebar.dataset.whole = '';
    })
    .finally(() => (loading = null)));
}
