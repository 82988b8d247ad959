import { colourCode, type CodeLanguage } from '../colour-code.js';
import { element } from './elements.js';

/** Code as the page's own blocks show it. */
export function coloured(text: string, language: CodeLanguage): readonly (Node | string)[] {
  return colourCode(text, language).map(([kind, piece]) =>
    kind === null ? piece : element('i', { class: kind }, piece),
  );
}
