/** The first element of a kind that matches. */
export function find<Kind extends Element = HTMLElement>(selector: string, within: ParentNode = document): Kind | null {
  return within.querySelector<Kind>(selector);
}

/** Every element of a kind that matches. */
export function findAll<Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): readonly Kind[] {
  return [...within.querySelectorAll<Kind>(selector)];
}

/** An element with text and attributes. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Makes the addresses of a list of links whole, because it stays while the address of the page changes. */
export function keepAddresses(list: HTMLElement | null, base: string): void {
  for (const link of list ? findAll('a[href]', list) : [])
    link.setAttribute('href', new URL(link.getAttribute('href')!, base).href);
  for (const name of ['document', 'whole'])
    if (list?.dataset[name]) list.dataset[name] = new URL(list.dataset[name], base).href;
}

const seen = new WeakSet<Element>();

/** Whether an element is seen for the first time. */
export function isNew(one: Element): boolean {
  if (seen.has(one)) return false;
  seen.add(one);
  return true;
}

/** Runs now, and again for every page that takes the place of the first one. */
export function onPage(start: () => void): void {
  start();
  document.addEventListener('page', start);
}

/** Another page of the site. */
export async function fetchPage(address: string): Promise<Document> {
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
