import { element, fetchPage, find, findAll, onPage } from './elements.js';

/** Brings what a page leaves to the page of a schema: the rest of its members, and the example of a long body. */
export function startOtherPages(): void {
  document.addEventListener('click', (event) => {
    const rest = (event.target as Element).closest<HTMLElement>('li.rest');
    const link = (event.target as Element).closest('a');
    if (!rest || !link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void fillMembers(rest, link.href);
  });
  onPage(() => {
    for (const field of findAll<HTMLTextAreaElement>('textarea[data-example]')) void fillExample(field);
  });
}

async function fillMembers(rest: HTMLElement, address: string): Promise<void> {
  try {
    const known = new Set(findAll(':scope > li > .name', rest.parentElement!).map(({ textContent }) => textContent));
    const members = findAll('.schema > .members > li', await fetchPage(address));
    const left = members.filter((one) => !known.has(find(':scope > .name', one)?.textContent ?? ''));
    rest.replaceWith(...left.map((one) => document.adoptNode(one)));
  } catch {
    location.assign(address);
  }
}

async function fillExample(field: HTMLTextAreaElement): Promise<void> {
  const address = new URL(field.dataset.example!, location.href).href;
  delete field.dataset.example;
  try {
    const example = find('.request pre', await fetchPage(address));
    if (field.value !== '' || !example) return;
    field.value = example.textContent!;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } catch {
    field.before(element('p', { class: 'quiet' }, 'The example could not be read.'));
  }
}
