import { find, onPage } from './elements.js';

let chosen: string | null = null;

/** Keeps the language of the code samples from page to page. */
export function startSamples(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'language') chosen = target.value;
  });
  onPage(() => {
    const input = chosen && find<HTMLInputElement>(`input[name=language][value="${chosen}"]`);
    if (input) input.checked = true;
  });
}
