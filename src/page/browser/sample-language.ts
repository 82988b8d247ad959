import { languages } from '../samples.js';
import { element, find, onPage } from './elements.js';

let chosen: string | null = null;

/** Adds the languages of the code samples, and keeps the chosen one from page to page. */
export function startSamples(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'language') chosen = target.value;
  });
  onPage(() => {
    const tabs = find('.tabs:has([name=language])');
    for (const [value, { label }] of Object.entries(languages))
      if (tabs && !find(`[value="${value}"]`, tabs)) tabs.append(...tabOf(value, label));
    const input = chosen && find<HTMLInputElement>(`input[name=language][value="${chosen}"]`);
    if (input) input.checked = true;
  });
}

/** As the page writes the tab of its first language; the code follows from the form. */
function tabOf(value: string, label: string): readonly HTMLElement[] {
  const id = `language-${value}`;
  const code = element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, element('code'));
  return [
    element('input', { type: 'radio', id, name: 'language', value }),
    element('label', { for: id }, label),
    element('div', { class: 'pane', 'data-language': value }, code),
  ];
}
