import { escapeHtml, escapeTerminal } from '../../text/escape.js';
import {
  acceptanceWords,
  type Chapter,
  type Facts,
  type Lead,
  type Line,
  type Report,
  type Section,
} from '../report.js';
import { detailLines, sentenceOf } from '../result.js';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
h3{font:600 1.05rem ui-monospace,monospace;margin:2rem 0 .5rem}ul{list-style:none;padding:0}ul li{padding:.4rem 0;border-top:1px solid #ddd}
.grid li{display:grid;grid-template-columns:5rem minmax(0,1fr);overflow-wrap:anywhere}.level{font-weight:600}.error{color:#b3261e}.warning{color:#7a5200}.info{color:#0b57d0}
th{text-align:left;padding-right:1rem}code,pre{font-size:.85rem;color:#55555c}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0 0}
summary{font-size:1.5rem;font-weight:700;cursor:pointer;margin:1.5rem 0}td{padding-right:1rem;font-variant-numeric:tabular-nums}
@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#1b1b1f}ul li{border-color:#444}
.error{color:#ffb4ab}.warning{color:#ffcf7d}.info{color:#a8c7fa}code,pre{color:#b8b8c0}}`;

/** For a browser: one page that loads nothing. */
export function renderHtml({
  heading,
  asOf,
  verdict,
  lead,
  facts,
  notes = [],
  chapters,
  appendix,
  suppressed = [],
}: Report): string {
  const title = inLine(`${heading}, as of ${asOf}`);
  const rows = facts && facts.rows.length > 0 ? renderFacts(facts) : [];
  const parts = [
    `<h1>${title}</h1>`,
    ...(lead ? renderLead(lead) : []),
    `<p>${inLine(verdict.text)}</p>`,
    ...(rows.length === 0 ? [] : [`<table>\n${rows.join('\n')}\n</table>`]),
    ...notes.map((note) => `<p>${inLine(note)}</p>`),
    ...chapters.flatMap((chapter) => [
      ...(chapter.title === null ? [] : [open(chapter, inLine(chapter.title))]),
      ...chapter.sections.map(renderSection),
      ...(chapter.rest === null ? [] : [`<p>${inLine(chapter.rest)}</p>`]),
      ...(chapter.title !== null && chapter.isFolded ? ['</details>'] : []),
    ]),
    ...(appendix ? [appendix.text] : []),
    ...(suppressed.length === 0
      ? []
      : [
          '<h2>Excepted</h2>',
          list(
            suppressed.map(
              ({ result, ...acceptance }) =>
                `${inLine(sentenceOf(result))} <code>${inLine(result.id)}</code> ${inLine(acceptanceWords(acceptance))}`,
            ),
          ),
        ]),
  ];
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
${parts.join('\n')}
</main>
</body>
</html>
`;
}

/** Text on one line, so that no name of a document begins one. */
const inLine = (text: string) => escapeHtml(escapeTerminal(text));

function renderLead({ text, choices }: Lead): readonly string[] {
  const items = choices.map((choice) => `<li>${inLine(choice)}</li>`).join('\n');
  return [`<p class="error"><strong>${inLine(text)}</strong></p>`, ...(items === '' ? [] : [`<ol>\n${items}\n</ol>`])];
}

function renderFacts({ heads, rows }: Facts): readonly string[] {
  const cells = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? `<th>${inLine(cell)}</th>` : `<td>${inLine(cell)}</td>`)).join('');
  const head = heads.length > 2 ? [`<tr>${heads.map((cell) => `<th>${inLine(cell)}</th>`).join('')}</tr>`] : [];
  return [...head, ...rows.map((row) => `<tr>${cells(row)}</tr>`)];
}

const open = ({ isFolded = false }: Chapter, title: string) =>
  isFolded ? `<details>\n<summary>${title}</summary>` : `<h2>${title}</h2>`;

function renderSection({ titles, lines }: Section): string {
  const heading = titles.length === 0 ? '' : `<h3>${inLine(titles.join(', '))}</h3>\n`;
  return `<section>\n${heading}${list(lines.map(renderLine), ' class="grid"')}\n</section>`;
}

function renderLine({ id, level, subject, message, fix, places, morePlaces, details }: Line): string {
  const sentence = `${subject === '' ? '' : `${subject}: `}${message}${fix === null ? '' : ` ${fix}`}`;
  const where =
    places.length === 0 ? '' : ` <small>${inLine([...places, ...(morePlaces ? [morePlaces] : [])].join(', '))}</small>`;
  const lines = detailLines({ ...(details && { details }) });
  const inside = lines.length === 0 ? '' : `\n<pre>${escapeHtml(lines.join('\n'))}</pre>`;
  return `<span class="level ${level}">${level}</span> <div>${inLine(sentence)} <code>${inLine(id)}</code>${where}${inside}</div>`;
}

const list = (items: readonly string[], of = '') =>
  `<ul${of}>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
