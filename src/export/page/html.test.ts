import { expect, it } from 'vitest';
import { inlineMarkdown } from './html.js';

it('renders paragraphs, code, strong and links, and nothing else', () => {
  expect(inlineMarkdown('One `<a>` **b** & [c](https://example.com/?a=1&b).\n\nTwo [d](/docs).').text).toBe(
    '<p>One <code>&lt;a&gt;</code> <strong>b</strong> &amp; <a href="https://example.com/?a=1&amp;b">c</a>.</p>\n<p>Two <a href="/docs">d</a>.</p>',
  );
  expect(inlineMarkdown('<script>x</script> [x](javascript:alert(1)) [y](//other.example)').text).not.toMatch(
    /<script|href/,
  );
});
