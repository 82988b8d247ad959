import { findAll, onPage } from './elements.js';

/** Shows the copy buttons, which copy the code beside them, or a text of their own. */
export function startCopying(): void {
  onPage(() => {
    for (const button of findAll<HTMLButtonElement>('button.copy')) button.hidden = !navigator.clipboard;
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
