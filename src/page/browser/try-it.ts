import { buildRequest, type FilledParameter, type FilledRequest } from '../build-request.js';
import { formKind, type SampleBody, type SamplePart, type SampleRequest } from '../sample-request.js';
import { type Language, languages, writeSample } from '../samples.js';
import { coloured } from './coloured.js';
import { credentialsFor } from './credentials.js';
import { find, findAll, isNew, onPage } from './elements.js';
import { clearFieldErrors, findWrong, showFieldError, showRefusedFields } from './field-errors.js';
import { showAnswer, showFailure, showWaiting } from './show-answer.js';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Sends what the form says, and keeps the code samples true to it. */
export function startTryIt(): void {
  onPage(() => {
    running?.abort();
    const form = find<HTMLFormElement>('form.try');
    if (!form || !isNew(form)) return;
    const update = () => {
      showBody(form);
      showSamples(form);
    };
    form.addEventListener('input', update);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
    find('.stop', form)!.addEventListener('click', () => running?.abort());
    showSamples(form);
  });
  document.addEventListener('credentials', () => {
    const form = find<HTMLFormElement>('form.try');
    if (form) showSamples(form);
  });
}

const mediaOf = (form: HTMLFormElement) =>
  find<HTMLSelectElement>('select[name=media]', form)?.value ?? find('.body', form)?.dataset.media ?? null;
const bodyOf = (form: HTMLFormElement) =>
  findAll<HTMLFieldSetElement>('.body', form).find(({ dataset }) => dataset.media === mediaOf(form)) ?? null;

function showBody(form: HTMLFormElement): void {
  const chosen = bodyOf(form);
  for (const body of findAll<HTMLFieldSetElement>('.body', form)) body.hidden = body !== chosen;
}

function readForm(form: HTMLFormElement): FilledRequest {
  const { method = '', path = '', version = '', previews = '', security = '[]' } = form.dataset;
  const server = find<HTMLInputElement>('[name=server]', form)!.value;
  return {
    method,
    path,
    version: version || null,
    previews: previews === '' ? [] : previews.split(' '),
    server: new URL(server || '.', new URL(server || '/', location.href)).href.replace(/\/$/, ''),
    parameters: findAll<Control>('[data-in]', form).map(readParameter),
    credentials: credentialsFor(JSON.parse(security) as string[][]),
    mediaType: mediaOf(form),
    body: readBody(form),
  };
}

function readParameter({ name, value, dataset, attributes }: Control): FilledParameter {
  return {
    name,
    value,
    in: dataset.in!,
    style: dataset.style!,
    explode: dataset.explode === '1',
    kind: dataset.kind as FilledParameter['kind'],
    required: attributes.getNamedItem('required') !== null,
    constant: dataset.constant !== undefined,
  };
}

function readBody(form: HTMLFormElement): SampleBody | null {
  const body = bodyOf(form);
  if (!body) return null;
  const single = find<HTMLInputElement | HTMLTextAreaElement>('[name=body]', body);
  if (single instanceof HTMLTextAreaElement) return single.value === '' ? null : { kind: 'text', text: single.value };
  if (single?.type === 'file') return single.files?.[0] ? { kind: 'file', file: single.files[0].name } : null;
  const parts = findAll<HTMLInputElement>('input', body).flatMap((input): SamplePart[] =>
    input.type === 'file'
      ? fileNames(input).map((value) => ({ name: input.name, value, isFile: true }))
      : input.value === ''
        ? []
        : [{ name: input.name, value: input.value, isFile: false }],
  );
  return { kind: formKind(body.dataset.media ?? ''), parts };
}

/** Until a file is chosen, samples name one that the operation needs by its field; what is sent has none. */
function fileNames({ files, dataset, name }: HTMLInputElement): string[] {
  const chosen = [...(files ?? [])].map((file) => file.name);
  return chosen.length === 0 && dataset.required !== undefined ? [name] : chosen;
}

function showSamples(form: HTMLFormElement): void {
  const filled = readForm(form);
  const { headers, query } = filled.credentials;
  const isKnown = Object.keys(headers).length + Object.keys(query).length > 0;
  const placeholder = JSON.parse(form.dataset.placeholder!) as FilledRequest['credentials'];
  const request = buildRequest(isKnown ? filled : { ...filled, credentials: placeholder });
  for (const sample of findAll('.pane[data-language]')) {
    const language = sample.dataset.language as Language;
    const code = coloured(writeSample(language, request), languages[language].colours);
    sample.querySelector('code')!.replaceChildren(...code);
  }
  const { schemes } = credentialsFor(JSON.parse(form.dataset.security ?? '[]') as string[][]);
  find('.credentials', form)!.textContent = schemes.length > 0 ? `with ${schemes.join(' and ')}` : '';
}

/** The request that has no whole answer yet. */
let running: AbortController | null = null;

async function send(form: HTMLFormElement): Promise<void> {
  const result = find('.result', form)!;
  clearFieldErrors(form);
  const wrong = findWrong(form);
  if (wrong) {
    showFieldError(wrong.field, wrong.message);
    wrong.field.focus();
    return showFailure(result, 'Nothing was sent.');
  }
  const request = buildRequest(readForm(form));
  running?.abort();
  const own = (running = new AbortController());
  const stop = find('.stop', form)!;
  stop.hidden = false;
  showWaiting(result);
  const started = performance.now();
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: headersOf(request),
      body: payload(form, request),
      credentials: 'include',
      redirect: 'follow',
      cache: 'no-store',
      signal: own.signal,
    });
    const copy = response.status === 400 || response.status === 422 ? response.clone() : null;
    await showAnswer(result, response, performance.now() - started);
    if (copy) await showRefusedFields(form, copy);
  } catch (error) {
    if (own.signal.aborted) return running === own ? showFailure(result, 'Stopped.') : undefined;
    showFailure(
      result,
      `No answer from ${new URL(request.url).origin}: ${error instanceof Error ? error.message : String(error)}. The server may be down, or not admit this page's origin (CORS).`,
    );
  } finally {
    if (running === own) stop.hidden = true;
  }
}

/** The browser writes the Cookie header. */
function headersOf({ headers }: SampleRequest): [string, string][] {
  return headers.filter(([name]) => name !== 'Cookie').map(([name, value]) => [name, value]);
}

function payload(form: HTMLFormElement, { body }: SampleRequest): BodyInit | null {
  switch (body?.kind) {
    case undefined:
      return null;
    case 'text':
      return body.text;
    case 'file':
      return find<HTMLInputElement>('input[name=body]', bodyOf(form)!)!.files![0]!;
    case 'form':
      return new URLSearchParams(body.parts.map(({ name, value }) => [name, value]));
    case 'multipart':
      return formData(bodyOf(form)!);
  }
}

function formData(body: HTMLElement): FormData {
  const data = new FormData();
  for (const { type, name, value, files } of findAll<HTMLInputElement>('input', body)) {
    if (type !== 'file' && value !== '') data.append(name, value);
    for (const one of files ?? []) data.append(name, one);
  }
  return data;
}
