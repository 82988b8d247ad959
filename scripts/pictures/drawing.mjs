const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const style = `
  .frame { fill: #f6f8fa; stroke: #d0d7de }
  .accent { fill: #ddf4ff; stroke: #54aeff }
  .arrow { stroke: #57606a; stroke-width: 1.5; fill: none; marker-end: url(#tip) }
  .tip { fill: #57606a }
  text { font: 14px -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328 }
  .strong { font-weight: 600 }
  .quiet { fill: #59636e; font-size: 12.5px }
  .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12.5px }
  @media (prefers-color-scheme: dark) {
    .frame { fill: #151b23; stroke: #3d444d }
    .accent { fill: #0c2d49; stroke: #388bfd }
    .arrow { stroke: #9198a1 }
    .tip { fill: #9198a1 }
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
  }
`;

/** An SVG that follows the reader's light or dark theme. Sizes are pixels. */
export const drawing = (width, height, title, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
<style>${style}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
${parts.flat().join('\n')}
</svg>
`;

export const box = ({ x, y, width, height, of = 'frame' }) =>
  `<rect class="${of}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`;

/** A line of text; `of` names classes of the style. */
export const text = (x, y, words, { of = '', anchor = 'start' } = {}) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}"${of && ` class="${of}"`}>${escape(words)}</text>`;

export const arrow = (...points) => `<path class="arrow" d="M${points.map(([x, y]) => `${x} ${y}`).join('L')}"/>`;
