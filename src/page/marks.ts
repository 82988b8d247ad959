import type { JsonObject } from '../json/json.js';
import { readLifecycle } from '../openapi/lifecycle-marks.js';
import { dayInWords } from '../text/date.js';
import type { PlacedDifferences } from './differences.js';
import { html, type Html } from '../text/html.js';

const words = { new: 'new', changed: 'changed', gone: 'gone' } as const;

/** What differs at a place since the version before; null if nothing does. */
export function placeMark(differences: PlacedDifferences | null, pointer: string): Html | null {
  const mark = differences?.marks.get(pointer);
  return mark ? badge(mark.difference, mark.messages) : null;
}

/** Whether anything inside of a place differs. */
export function differsBelow(differences: PlacedDifferences | null, pointer: string): boolean {
  const places = differences === null ? [] : [...differences.marks.keys(), ...differences.gone.keys()];
  return places.some((place) => place.startsWith(`${pointer}/`));
}

/** The mark of a part that the version before had. */
export function goneMark(message: string): Html {
  return badge('gone', [message]);
}

/** Marks what may be left out, after a space; most of a schema is required, and says nothing. */
export function optionalWord(required: boolean): Html | null {
  return required ? null : html` <small class="optional">optional</small>`;
}

/** Marks something deprecated, with its sunset if it has one. */
export function sunsetBadge(sunset: string | null | undefined): Html {
  return html`<span class="badge">deprecated${sunset && html`, until ${dayElement(sunset)}`}</span>`;
}

/** A day in words, its year only where it is far from `today`. */
export function dayElement(iso: string, today?: string): Html {
  return html`<time datetime="${iso}">${dayInWords(iso, today)}</time>`;
}

export function methodBadge({ method }: { readonly method: string }): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

export function methodAndPath(operation: { readonly method: string; readonly path: string }): Html {
  return html`${methodBadge(operation)} <code>${operation.path}</code>`;
}

/** The mark of a deprecated parameter or property, after a space. */
export function lifecycleBadge(node: JsonObject): Html | null {
  const { deprecated, sunset } = readLifecycle(node);
  return deprecated ? html` ${sunsetBadge(sunset?.iso)}` : null;
}

function badge(difference: keyof typeof words, messages: readonly string[]): Html {
  return html` <span class="mark ${difference}">${words[difference]}</span>${difference !== 'new' && messages.some((message) => message !== 'is gone') && html`<span class="why">${messages.join('; ')}</span>`}`;
}
