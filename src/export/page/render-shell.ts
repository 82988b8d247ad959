import { html, Html } from './html.js';
import { pageStyle } from './page-style.js';

export interface Shell {
  readonly title: string;
  readonly nonce: string;
  /** Added to the style of every page. */
  readonly style?: string;
  readonly skip: { readonly to: string; readonly label: string };
  readonly body: Html;
}

/** The viewer's dark colours depend on a class; set before the first paint. */
const followColourScheme = `
const dark = matchMedia('screen and (prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

/** A whole HTML document. */
export function renderShell({ title, nonce, style, skip, body }: Shell): string {
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<script nonce="${nonce}">${new Html(followColourScheme)}</script>
<style nonce="${nonce}">${new Html(pageStyle)}${style && new Html(style)}</style>
</head>
<body>
<a class="skip" href="#${skip.to}">${skip.label}</a>
${body}
</body>
</html>`}\n`;
}
