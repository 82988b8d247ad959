import { expect, it } from 'vitest';
import { prefersHtml } from './accept-weights.js';

it.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML;q=0.2', true],
  ['text/*', true],
  ['text/html, application/json;q=0.9', true],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/html', false],
  ['application/problem+json, text/html;q=0.9', false],
  ['text/html;q=0, */*', false],
  ['', false],
  [undefined, false],
])('a client that accepts %j prefers a page: %s', (accept, expected) => {
  expect(prefersHtml(accept)).toBe(expected);
});
