import { coloured } from './coloured.js';
import type { CodeLanguage } from '../colour-code.js';
import { element, find, findAll, onPage } from './elements.js';

/** Colours the code of a page, and gives each block a button that copies it; other buttons copy a text of their own. */
export function startCopying(): void {
  onPage(() => {
    for (const code of findAll('code[data-colours]')) {
      code.replaceChildren(...coloured(code.textContent!, code.dataset.colours as CodeLanguage));
      delete code.dataset.colours;
    }
    if (!navigator.clipboard) return;
    for (const button of findAll<HTMLButtonElement>('button.copy')) button.hidden = false;
    for (const block of findAll('pre[role=region]')) {
      const label = `Copy: ${block.getAttribute('aria-label')}`;
      if (!find('.copy', block.parentElement!))
        block.after(element('button', { type: 'button', class: 'copy', 'aria-label': label }));
    }
  });
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button.copy');
    if (!button) return;
    const text = button.dataset.copy ?? button.parentElement?.querySelector('pre')?.textContent ?? '';
    void navigator.clipboard.writeText(text).then(() => {
      button.classList.add('done');
      setTimeout(() => button.classList.remove('done'), 1200);
    });
  });
}
