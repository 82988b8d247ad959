import { find, findAll, keepAddresses, onPage } from './elements.js';

/** Follows the links of the site in place: credentials stay, and the list keeps its scroll position. Other links are the browser's. */
export function startNavigation(): void {
  if (!('replaceChildren' in document.body)) return;
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (link.target || link.origin !== location.origin || link.dataset.outside !== undefined || !isPage(link)) return;
    if (samePage(link, location) && link.hash) return;
    event.preventDefault();
    void go(link.href, true);
  });
  keepAddresses(find('.sidebar'), location.href);
  addEventListener('popstate', () => void go(location.href, false));
  history.scrollRestoration = 'auto';
  onPage(() => {
    const current = find('.versions [aria-current]');
    const row = current?.closest<HTMLElement>('.version-row');
    if (row) row.scrollLeft = current!.offsetLeft - row.clientWidth / 2;
    const [timeline, today] = [find('.timeline'), find<SVGElement>('.timeline .today')];
    if (timeline && today)
      timeline.scrollLeft +=
        today.getBoundingClientRect().left - timeline.getBoundingClientRect().left - timeline.clientWidth / 2;
  });
}

const isPage = (link: HTMLAnchorElement) => link.closest('.top, .sidebar, main') !== null && !link.closest('.prose');

const samePage = (one: HTMLAnchorElement, other: Location) =>
  one.pathname === other.pathname && one.search === other.search;

let latest = 0;

async function go(address: string, isNew: boolean): Promise<void> {
  const turn = ++latest;
  document.body.classList.add('loading');
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } });
    const isHtml = response.headers.get('content-type')?.startsWith('text/html');
    // A page that is not there says where to read on.
    if (!isHtml || !(response.ok || response.status === 404)) return void location.assign(address);
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (turn !== latest) return;
    const sidebar = find('.sidebar');
    if (sidebar?.matches('[popover]:popover-open')) sidebar.hidePopover();
    if (isNew) history.pushState(null, '', address);
    show(next, address);
    document.dispatchEvent(new Event('page'));
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
    else if (isNew) scrollTo(0, 0);
    find('#page-heading')?.focus({ preventScroll: true });
  } catch {
    location.assign(address);
  } finally {
    document.body.classList.remove('loading');
  }
}

function show(next: Document, address: string): void {
  document.title = next.title;
  for (const part of ['.top', 'main']) replace(part, next);
  const [old, list] = [find('.sidebar')!, find('.sidebar', next)!];
  keepAddresses(list, address);
  if (samePages(old, list)) moveCurrent(old, list);
  else replace('.sidebar', next);
}

function replace(selector: string, next: Document): void {
  const [from, to] = [find(selector), find(selector, next)];
  if (from && to) from.replaceWith(document.adoptNode(to));
}

/** Whether the list on the page already has every entry of the next one. */
function samePages(old: HTMLElement, list: HTMLElement): boolean {
  const known = new Set(findAll('a', old).map((link) => link.getAttribute('href')));
  return (
    findAll('.tag ul a', list).every((link) => known.has(link.getAttribute('href'))) &&
    (old.dataset.whole === '' || list.dataset.whole !== '')
  );
}

function moveCurrent(old: HTMLElement, list: HTMLElement): void {
  for (const link of findAll('[aria-current]', old)) link.removeAttribute('aria-current');
  const current = find('[aria-current]', list)?.getAttribute('href');
  const link = findAll<HTMLAnchorElement>('a', old).find((one) => one.getAttribute('href') === current);
  if (!link) return;
  link.setAttribute('aria-current', 'page');
  const tag = link.closest('details');
  if (tag) tag.open = true;
  if (link.closest('.tag')) link.scrollIntoView({ block: 'nearest' });
}
