import { escapeHtml } from './escape.js';

/** Markup that needs no escaping. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template that escapes its values, except markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!;
  for (let index = 0; index < parts.length; index++) text += render(parts[index]) + strings[index + 1]!;
  return new Html(text);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') {
    let text = '';
    for (const one of part) text += render(one);
    return text;
  }
  return escapeHtml(String(part));
}
