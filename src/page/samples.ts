import { writePython } from './python-sample.js';
import type { SampleBody, SampleRequest } from './sample-request.js';
import { quoteShell } from '../text/escape.js';

/** Every language of the samples. */
export const languages = {
  curl: { label: 'curl', colours: 'shell' },
  fetch: { label: 'fetch', colours: 'script' },
  client: { label: 'Typed client', colours: 'script' },
  python: { label: 'Python', colours: 'script' },
  httpie: { label: 'HTTPie', colours: 'shell' },
} as const;
export type Language = keyof typeof languages;
export const allLanguages = Object.keys(languages) as readonly Language[];

/** The request in a language. */
export function writeSample(language: Language, request: SampleRequest): string {
  return writers[language](request);
}

const script = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const indent = (text: string, spaces: string) => text.replaceAll('\n', `\n${spaces}`);

const lines = (...parts: readonly (readonly string[])[]) => parts.flat().join(' \\\n  ');

const writers: Readonly<Record<Language, (request: SampleRequest) => string>> = {
  curl: ({ method, url, headers, body }) =>
    lines(
      [`curl${method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` --request ${method}`} ${quoteShell(url)}`],
      headers.map(([name, value]) => `--header ${quoteShell(`${name}: ${value}`)}`),
      curlBody(body),
    ),

  httpie: ({ method, url, headers, body }) =>
    lines(
      [
        `http${{ multipart: ' --multipart', form: ' --form', text: '', file: '' }[body?.kind ?? 'text']} ${method} ${quoteShell(url)}`,
      ],
      headers.map(([name, value]) => quoteShell(`${name}:${value}`)),
      httpieBody(body),
    ),

  fetch: ({ method, url, headers, body }) => {
    const options = [
      ...(method === 'GET' ? [] : [`method: ${script(method)}`]),
      ...(headers.length === 0 ? [] : [`headers: ${record(headers, '  ')}`]),
      ...(body === null ? [] : [`body: ${fetchBody(body)}`]),
    ];
    const form =
      body?.kind === 'multipart'
        ? `const form = new FormData();\n${body.parts.map(({ name, value, isFile }) => `form.append(${script(name)}, ${isFile ? `file /* ${value} */` : script(value)});\n`).join('')}\n`
        : '';
    const call = options.length === 0 ? script(url) : `${script(url)}, {\n  ${options.join(',\n  ')},\n}`;
    return `${form}const response = await fetch(${call});`;
  },

  python: writePython,

  client: ({ method, body, typed }) => {
    const params = Object.entries(typed.parameters)
      .filter(([, values]) => Object.keys(values).length > 0)
      .map(([place, values]) => `${place}: ${record(Object.entries(values), '    ')}`);
    const options = [
      ...(params.length === 0 ? [] : [`params: {\n    ${params.join(',\n    ')},\n  }`]),
      ...(body === null ? [] : [`body: ${clientBody(body)}`]),
    ];
    const call = `client.${method}(${script(typed.path)}${options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`})`;
    const { version, previews } = typed;
    const from = `from './api/${version === null ? 'index' : `v${version}`}.js';`;
    const client =
      previews.length === 0
        ? `import { client } ${from}\n`
        : `import { createClient } ${from}\n\nconst client = createClient({ previews: [${previews.map(script).join(', ')}] });`;
    return `${client}\nconst { data, error } = await ${call};`;
  },
};

function curlBody(body: SampleBody | null): readonly string[] {
  if (body === null) return [];
  switch (body.kind) {
    case 'text':
      return [`--data-raw ${quoteShell(body.text)}`];
    case 'file':
      return [`--data-binary ${quoteShell(`@${body.file}`)}`];
    case 'form':
      return body.parts.map(({ name, value }) => `--data-urlencode ${quoteShell(`${name}=${value}`)}`);
    case 'multipart':
      return body.parts.map(({ name, value, isFile }) =>
        isFile ? `--form ${quoteShell(`${name}=@${value}`)}` : `--form-string ${quoteShell(`${name}=${value}`)}`,
      );
  }
}

function httpieBody(body: SampleBody | null): readonly string[] {
  if (body === null) return [];
  switch (body.kind) {
    case 'text':
      return [`--raw ${quoteShell(body.text)}`];
    case 'file':
      return [quoteShell(`@${body.file}`)];
    default:
      return body.parts.map(({ name, value, isFile }) => quoteShell(`${name}${isFile ? '@' : '='}${value}`));
  }
}

function fetchBody(body: SampleBody): string {
  switch (body.kind) {
    case 'text':
      return jsonOr(body.text, (json) => `JSON.stringify(${indent(json, '  ')})`);
    case 'file':
      return `file /* ${body.file} */`;
    case 'multipart':
      return 'form';
    case 'form':
      return `new URLSearchParams(${record(
        body.parts.map(({ name, value }) => [name, value] as const),
        '  ',
      )})`;
  }
}

function clientBody(body: SampleBody): string {
  if (body.kind === 'text') return jsonOr(body.text, (json) => indent(json, '  '));
  if (body.kind === 'file') return `file /* ${body.file} */`;
  return `{ ${body.parts.map(({ name, value, isFile }) => `${key(name)}: ${isFile ? 'file' : script(value)}`).join(', ')} }`;
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : script(name));

function record(entries: readonly (readonly [string, string])[], spaces: string): string {
  const members = entries.map(([name, value]) => `${key(name)}: ${script(value)}`);
  const line = `{ ${members.join(', ')} }`;
  return line.length <= 60 ? line : `{\n${members.map((member) => `${spaces}  ${member},\n`).join('')}${spaces}}`;
}

/** JSON as code, where the text is JSON; else a string literal. */
function jsonOr(text: string, write: (json: string) => string): string {
  try {
    return write(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return script(text);
  }
}
