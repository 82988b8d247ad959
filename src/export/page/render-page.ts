import type { PageOptions } from '../../routing/table/service-options.js';
import type { OpenApiDocument } from '../document/open-api.js';
import { html, Html, inlineMarkdown } from './html.js';
import { listOperations, operationList, plainReading } from './page-operations.js';
import { pageScript } from './page-script.js';
import { newInVersion } from './render-changes.js';
import { renderShell } from './render-shell.js';
import { versionLinks } from './version-links.js';
import { viewerStyle } from './page-style.js';

export interface PageContent {
  readonly document: OpenApiDocument;
  readonly overviewUrl: string;
  /** The page that shows every version; null where each version has its own document. */
  readonly allVersions: string | null;
}

/** The explorer page: readable on arrival, and interactive once the viewer's script runs. */
export function renderPage(options: PageOptions, { document, allVersions, overviewUrl }: PageContent): string {
  const { title, assetsUrl, nonce, documentUrl, version } = options;
  const { info } = document;
  const groups = listOperations(document);
  return renderShell({
    title: version === null ? title : `${title}, version ${version}`,
    nonce,
    style: viewerStyle,
    skip: { to: 'operations-heading', label: 'Skip to the operations' },
    body: html`
<header class="top">
  <h1>${title}</h1>
  <p class="quiet">Release ${info.version}${version !== null && html`, API version ${version}`}</p>
  ${info.description !== undefined && inlineMarkdown(info.description)}
  ${versionLinks(options, allVersions)}
  <p class="links"><a href="${documentUrl}">OpenAPI document</a> <a href="${overviewUrl}">Versions over time</a></p>
  ${newInVersion(options)}
</header>
<div class="columns">
  <nav class="contents" aria-labelledby="operations-heading">
    <h2 id="operations-heading" tabindex="-1">Operations</h2>
    ${operationList(groups)}
  </nav>
  <main class="details" aria-labelledby="try-heading">
    <h2 id="try-heading">Details</h2>
    <div id="viewer" data-document="${documentUrl}" data-redirect="${assetsUrl}/oauth2-redirect.html"><p class="quiet loading">Loading the viewer…</p></div>
    <noscript><p class="quiet">The viewer needs JavaScript. This is a summary of each operation.</p>${plainReading(groups)}</noscript>
  </main>
</div>
<link rel="stylesheet" href="${assetsUrl}/swagger-ui.css" nonce="${nonce}">
<script nonce="${nonce}" src="${assetsUrl}/swagger-ui-bundle.js" defer></script>
<script nonce="${nonce}" type="module">${new Html(pageScript)}</script>`,
  });
}
