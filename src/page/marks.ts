import type { OperationDifferences } from './differences.js';
import { html, type Html } from '../text/html.js';

const words = { new: 'new', changed: 'changed', gone: 'gone' } as const;

/** What differs at a place since the version before; null if nothing does. */
export function placeMark(differences: OperationDifferences | null, pointer: string): Html | null {
  const mark = differences?.marks.get(pointer);
  return mark ? badge(mark.difference, mark.messages) : null;
}

/** The mark of a part that the version before had. */
export function goneMark(message: string): Html {
  return badge('gone', [message]);
}

function badge(difference: keyof typeof words, messages: readonly string[]): Html {
  return html` <span class="mark ${difference}">${words[difference]}</span>${difference !== 'new' && html`<span class="why">${messages.join('; ')}</span>`}`;
}
