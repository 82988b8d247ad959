import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText, steersTerminal } from '../text/testing/any-text.js';
import { renderInlineMarkdown, renderMarkdown } from './markdown.js';

it('renders CommonMark with tables, and headings below those of the page', () => {
  const { text } = renderMarkdown('# One\n\nTwo **b** `<a>`\n\n- x\n\n| a |\n|---|\n| 1 |\n')!;
  expect(text).toContain('<h4>One</h4>');
  expect(text).toContain('<strong>b</strong> <code>&lt;a&gt;</code>');
  expect(text).toMatch(/<li>x<\/li>[\s\S]*<td>1<\/td>/);
  expect(renderMarkdown('  \n')).toBeNull();
});

it('shows HTML as text, and makes no link that runs a script', () => {
  const { text } = renderInlineMarkdown('<script>x</script> [x](javascript:alert(1)) [y](https://example.com/?a=1&b)');
  expect(text).toBe('&lt;script&gt;x&lt;/script&gt; x <a href="https://example.com/?a=1&amp;b">y</a>');
});

it('lets no description change the direction of text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(steersTerminal(renderInlineMarkdown(text).text)).toBe(false);
      expect(steersTerminal(renderMarkdown(text)?.text ?? '')).toBe(false);
    }),
  );
});

it.each(['&#x202e;', '&#8238;', '&#X200F;', '&rlm;', '&lrm;', '&#x61c;'])('shows %s as it is written', (reference) => {
  expect(renderInlineMarkdown(`a${reference}b &copy;`).text).toBe(`a&amp;${reference.slice(1)}b &copy;`);
});
