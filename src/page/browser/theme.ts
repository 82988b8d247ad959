import { find, isNew, onPage } from './elements.js';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Switches between the system's theme, light and dark, and keeps the choice of this browser. */
export function startTheme(): void {
  show(read());
  onPage(() => {
    show(read());
    const button = find<HTMLButtonElement>('button.theme');
    if (!button || !isNew(button)) return;
    button.addEventListener('click', () => {
      const next = themes[(themes.indexOf(read()) + 1) % themes.length]!;
      try {
        localStorage.setItem('theme', next);
      } catch {
        chosen = next;
      }
      show(next);
    });
  });
}

/** For browsers that store nothing for this page. */
let chosen: Theme = 'system';

function read(): Theme {
  try {
    const kept = localStorage.getItem('theme');
    return themes.find((theme) => theme === kept) ?? chosen;
  } catch {
    return chosen;
  }
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  find('button.theme')?.setAttribute('aria-label', `Theme: ${theme === 'system' ? 'as the system' : theme}`);
}
