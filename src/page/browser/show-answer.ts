import { languageOf } from '../colour-code.js';
import { coloured } from './coloured.js';
import { element, find } from './elements.js';

/** Bytes that are shown; the rest is in the file. */
const mostShown = 200_000;

/** The addresses of what the last answer shows. */
let addresses: string[] = [];

const addressOf = (blob: Blob) => {
  const address = URL.createObjectURL(blob);
  addresses.push(address);
  return address;
};

export function showWaiting(result: HTMLElement): void {
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = [];
  result.replaceChildren(element('p', { class: 'quiet' }, 'Waiting for the answer…'));
}

export function showFailure(result: HTMLElement, message: string): void {
  result.replaceChildren(element('p', { class: 'failure' }, message));
}

/** Shows status, time, headers and body: JSON indented, pictures as pictures, anything else as text or as a file. */
export async function showAnswer(result: HTMLElement, response: Response, ms: number): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  const head = element(
    'p',
    { class: 'line' },
    element('span', { class: `status s${String(response.status)[0]}` }, String(response.status)),
    ` ${response.statusText} `,
    element('small', { class: 'quiet' }, `${Math.round(ms)} ms`),
  );
  const headers = element(
    'details',
    { class: 'headers' },
    element('summary', {}, 'Headers'),
    element('pre', { tabindex: '0' }, [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')),
  );
  if (/^text\/event-stream|ndjson|jsonl/.test(type) && response.body) {
    const output = element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Answer' });
    result.replaceChildren(head, headers, element('div', { class: 'code' }, output));
    return follow(response.body, output);
  }
  const blob = await response.blob();
  if (response.status === 401 && find('dialog#authorize'))
    head.append(' ', element('button', { type: 'button', class: 'authorize', 'aria-haspopup': 'dialog' }, 'Authorize'));
  head.append(element('small', { class: 'quiet' }, `, ${blob.size.toLocaleString('en')} bytes`));
  result.replaceChildren(head, headers, ...(await bodyOf(blob, type, response)));
}

async function bodyOf(blob: Blob, type: string, response: Response): Promise<readonly Node[]> {
  if (blob.size === 0) return [element('p', { class: 'quiet' }, 'No body.')];
  const save = element(
    'a',
    { href: addressOf(blob), download: fileName(response), class: 'save', 'data-outside': '' },
    'Download response',
  );
  if (type.startsWith('image/')) {
    const image = element('img', { src: addressOf(blob), alt: 'The answer, a picture' });
    return [image, element('p', {}, save)];
  }
  if (!/json|text|xml|yaml|javascript|urlencoded/i.test(type)) return [element('p', {}, save)];
  const text = await blob.slice(0, mostShown).text();
  const shown =
    blob.size > mostShown ? [`${text}\n…`] : languageOf(type) === 'json' ? coloured(indented(text), 'json') : [text];
  const pre = element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Answer' }, element('code', {}, ...shown));
  return [element('div', { class: 'code' }, pre), element('p', {}, save)];
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The name that the server gives (RFC 6266), else the end of the address. */
function fileName(response: Response): string {
  const given = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const named = /filename="?([^";]+)/i.exec(given)?.[1];
  return named ?? (new URL(response.url).pathname.split('/').pop() || 'answer');
}

/** Shows a stream as it arrives, until it ends or the reader stops it. */
async function follow(stream: ReadableStream<Uint8Array>, output: HTMLElement): Promise<void> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true as const, value: undefined }));
    if (done) return;
    output.textContent = `${output.textContent}${decoder.decode(value, { stream: true })}`.slice(-mostShown);
  }
}
