import { escapeHtml } from '../../../text/escape.js';
import { groupByOperations, headline, summarize, type DiffReport, type FindingGroup } from './diff-report.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
h2{font:600 1.05rem ui-monospace,monospace;margin:2rem 0 .5rem}ul{list-style:none;padding:0}li{padding:.4rem 0;border-top:1px solid #ddd}
.level{display:inline-block;min-width:5rem;font-weight:600}.error{color:#b3261e}.warning{color:#7a5200}.info{color:#0b57d0}
code{font-size:.85rem;color:#55555c}@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#1b1b1f}li{border-color:#444}
.error{color:#ffb4ab}.warning{color:#ffcf7d}.info{color:#a8c7fa}code{color:#b8b8c0}}`;

/** For a browser: one page that loads nothing. */
export function reportHtml(report: DiffReport): string {
  const title = escapeHtml(headline(report));
  const groups = groupByOperations(report.findings);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>As of ${escapeHtml(report.asOf)}: ${summarize(groups)}.</p>
${groups.map(writeGroup).join('\n')}
</main>
</body>
</html>
`;
}

function writeGroup({ operations, findings }: FindingGroup): string {
  const names = operations.map(({ title, apiVersion }) =>
    apiVersion === null ? title : `${title} (version ${apiVersion})`,
  );
  const items = findings.map(
    ({ level, message, id, pointer }) =>
      `<li><span class="level ${level}">${level}</span> ${escapeHtml(message)} <code title="${escapeHtml(pointer)}">${id}</code></li>`,
  );
  return `<section>\n<h2>${escapeHtml(names.join(', '))}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`;
}
