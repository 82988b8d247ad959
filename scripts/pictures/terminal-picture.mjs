const colours = { 31: '#f47067', 32: '#57ab5a', 33: '#c69026', 35: '#b083f0', 36: '#39c5cf', 90: '#768390' };
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const size = { width: 7.8, height: 18, padding: 16 };

/** Seconds that a line stays the newest: a command is typed, then read; a report is read from its end. */
const pauseOf = (line, following) =>
  line.startsWith('$') ? 1 : following === undefined ? 6 : following.startsWith('$') ? 3 : 0.12;

/**
 * A recording of a terminal as an SVG: lines with their ANSI colours appear one after the other, scroll, and begin again. Where nothing moves, the
 * first `rows` lines are there.
 */
export function terminalPicture(title, lines, { columns, rows }) {
  const width = Math.ceil(columns * size.width + 2 * size.padding);
  const height = rows * size.height + 2 * size.padding;
  const pauses = lines.map((line, index) => pauseOf(line, lines[index + 1]));
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  let time = 0;
  const steps = pauses.map((pause, index) => {
    const at = `${((time / total) * 100).toFixed(2)}%`;
    time += pause;
    return { at, scroll: Math.max(0, index + 1 - rows) * size.height, shown: Math.min(index + 1, rows) * size.height };
  });
  const frames = (name, key) =>
    `@keyframes ${name} { ${steps.map((step) => `${step.at} { transform: translateY(${name === 'scroll' ? -step[key] : step[key]}px) }`).join(' ')} }`;
  const texts = lines.map(
    (line, index) =>
      `<text x="${size.padding}" y="${size.padding + 13 + index * size.height}" xml:space="preserve">${spans(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
<style>
  rect { fill: #1c2128 }
  text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #cdd9e5 }
  .bold { font-weight: 600 }
  .dim { fill: #768390 }
  .screen, .rest { animation: scroll ${total.toFixed(1)}s infinite step-end }
  .rest { animation-name: rest }
  ${frames('scroll', 'scroll')}
  ${frames('rest', 'shown')}
  @media (prefers-reduced-motion: reduce) { .screen, .rest { animation: none } }
</style>
<clipPath id="screen"><rect y="${size.padding}" width="${width}" height="${rows * size.height}"/></clipPath>
<rect width="${width}" height="${height}" rx="8"/>
<g clip-path="url(#screen)">
<g class="screen">
${texts.join('\n')}
</g>
<rect class="rest" y="${size.padding}" width="${width}" height="${rows * size.height}" transform="translate(0 ${rows * size.height})"/>
</g>
</svg>
`;
}

/** The parts of a line, each as its escape codes say. */
function spans(line) {
  let codes = [];
  return line
    .split(/(\u001b\[[\d;]*m)/)
    .map((part) => {
      const set = /^\u001b\[([\d;]*)m$/.exec(part);
      if (!set) return part === '' ? '' : span(part, codes);
      codes = set[1].split(';').reduce(next, codes);
      return '';
    })
    .join('');
}

/** 22 ends bold and dim, 39 ends a colour. */
function next(codes, code) {
  if (code === '22') return codes.filter((one) => one !== '1' && one !== '2');
  if (code === '39') return codes.filter((one) => !colours[one]);
  return code === '0' || code === '' ? [] : [...codes, code];
}

function span(text, codes) {
  const fill = codes.map((code) => colours[code]).find((colour) => colour);
  const names = [codes.includes('1') && 'bold', codes.includes('2') && 'dim'].filter((name) => name).join(' ');
  if (!fill && names === '') return escape(text);
  return `<tspan${names && ` class="${names}"`}${fill ? ` fill="${fill}"` : ''}>${escape(text)}</tspan>`;
}
