import { versionInWords } from '../text/version-order.js';
import { authorizeDialog } from './authorize-dialog.js';
import { compareMenu } from './comparison.js';
import { html, type Html } from '../text/html.js';
import type { PageSubject } from './links.js';
import type { PageContent } from './page-content.js';
import { previewBar } from './previews.js';
import { sidebar } from './sidebar.js';
import { versionLinks } from './version-links.js';

/** The policy of a page that no server sends with a header. */
export interface FilePolicy {
  readonly text: string;
  /** The hash by which it admits the page's script (Subresource Integrity). */
  readonly integrity: string;
}

/** A whole page: the site's header, the list of operations and what the page is about. */
export function shell(
  content: PageContent,
  subject: PageSubject,
  heading: string,
  body: Html,
  policy: FilePolicy | null = null,
): string {
  const { title, version, links, nonce, reading } = content;
  const signed = nonce === null ? '' : html` nonce="${nonce}"`;
  const protection =
    policy === null ? '' : html`<meta http-equiv="Content-Security-Policy" content="${policy.text}">\n`;
  // A site of files has it on its first pages only.
  const isElsewhere = policy !== null && subject.kind !== 'home';
  const dialog = authorizeDialog(reading.document, `${links.assets}/oauth-return.html`);
  const name = version === null ? title : `${title}, ${versionInWords(version)}`;
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${protection}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject.kind === 'home' ? name : `${heading}: ${name}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${links.assets}/page.css"${signed}>
<script type="module" src="${links.assets}/page.js"${signed}${policy && html` integrity="${policy.integrity}"`}></script>
</head>
<body>
<a class="skip" href="#page-heading">Skip to the content</a>
<header class="top">
  <button type="button" class="menu" popovertarget="operations" aria-label="Menu"></button>
  <p class="title"><a href="${links.home}">${title}</a></p>
  ${versionLinks(content, subject)}
  ${compareMenu(content, subject)}
  <button type="button" class="theme" aria-label="Theme: as the system"></button>
  ${dialog && html`<button type="button" class="authorize" aria-haspopup="dialog"${isElsewhere && html` data-dialog="${links.home}"`}>Authorize</button>`}
</header>
<div class="columns">
${sidebar(content, subject)}
<main>${previewBar(content, subject)}${body}</main>
</div>
${isElsewhere ? null : dialog}
</body>
</html>`}\n`;
}
