import { find, findAll, onPage } from './elements.js';

/** Finds operations and schemas while somebody types; `/` goes to the field, the arrow keys through what was found. */
export function startSearch(): void {
  onPage(() => {
    const input = find<HTMLInputElement>('.search input');
    if (!input || !input.hidden) return;
    for (const part of findAll('.search [hidden]')) part.hidden = false;
    input.addEventListener('input', () => void loadWhole().then(() => show(input.value)));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        input.value = '';
        show('');
      } else if (event.key === 'Enter') found()[0]?.click();
      else if (event.key === 'ArrowDown') found()[0]?.focus();
      else return;
      event.preventDefault();
    });
  });
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.key === '/' && !target.closest('input, textarea, select, dialog')) {
      find('.search input')?.focus();
      event.preventDefault();
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && target.matches('.sidebar .tag a')) {
      const links = found();
      const next = links[links.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1)];
      (next ?? find('.search input'))?.focus();
      event.preventDefault();
    }
  });
}

const found = () => findAll('.sidebar .tag a').filter((link) => link.checkVisibility());

/** Shows the entries that have every word that was typed. */
function show(text: string): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const sidebar = find('.sidebar')!;
  sidebar.classList.toggle('searching', words.length > 0);
  let count = 0;
  for (const tag of findAll<HTMLDetailsElement>('.tag', sidebar)) {
    let own = 0;
    for (const entry of findAll('li', tag)) {
      const link = find<HTMLAnchorElement>('a', entry)!;
      const known = `${link.textContent} ${link.title}`.toLowerCase();
      entry.hidden = !words.every((word) => known.includes(word));
      if (!entry.hidden) own++;
    }
    tag.dataset.open ??= String(tag.open);
    tag.open = words.length > 0 ? own > 0 : tag.dataset.open === 'true';
    tag.hidden = words.length > 0 && own === 0;
    if (words.length === 0) delete tag.dataset.open;
    count += own;
  }
  find('.none', sidebar)!.hidden = words.length === 0 || count > 0;
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
      const current = find('.tag [aria-current]', sidebar)?.getAttribute('href');
      for (const tag of findAll('.tag', sidebar)) tag.remove();
      find('.places', sidebar)!.after(...findAll('.sidebar .tag', page));
      if (current) find(`.tag a[href="${CSS.escape(current)}"]`, sidebar)?.setAttribute('aria-current', 'page');
      sidebar.dataset.whole = '';
    })
    .finally(() => (loading = null)));
}
