/** A request as the page sends it and shows it in code. */
export interface SampleRequest {
  readonly method: string;
  /** Absolute, or relative to the server. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text as it is sent; parts of a form; null for none. */
  readonly body: string | readonly SamplePart[] | null;
  /** What the typed client needs. */
  readonly typed: {
    readonly path: string;
    readonly version: string | null;
    /** By place and name: `{ path: { id: '1' } }`. */
    readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** A part of `multipart/form-data`; a file is named, not read. */
export interface SamplePart {
  readonly name: string;
  readonly value: string;
  readonly isFile: boolean;
}

/** Every language of the samples. */
export const languages = { curl: 'curl', fetch: 'fetch', client: 'Typed client', httpie: 'HTTPie' } as const;
export type Language = keyof typeof languages;

/** The request in a language. */
export function writeSample(language: Language, request: SampleRequest): string {
  return writers[language](request);
}

const shell = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const script = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const indent = (text: string, spaces: string) => text.replaceAll('\n', `\n${spaces}`);

const writers: Readonly<Record<Language, (request: SampleRequest) => string>> = {
  curl: ({ method, url, headers, body }) =>
    [
      `curl${method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` --request ${method}`} ${shell(url)}`,
      ...headers
        .filter(([name]) => !isForm(body) || !isContentType(name))
        .map(([name, value]) => `--header ${shell(`${name}: ${value}`)}`),
      ...(body === null
        ? []
        : typeof body === 'string'
          ? [`--data-raw ${shell(body)}`]
          : body.map(
              ({ name, value, isFile }) =>
                `--form${isFile ? '' : '-string'} ${shell(`${name}=${isFile ? '@' : ''}${value}`)}`,
            )),
    ].join(' \\\n  '),

  fetch: ({ method, url, headers, body }) => {
    const sent = headers.filter(([name]) => !isForm(body) || !isContentType(name));
    const options = [
      ...(method === 'GET' ? [] : [`method: ${script(method)}`]),
      ...(sent.length === 0 ? [] : [`headers: ${record(sent, '  ')}`]),
      ...(body === null
        ? []
        : [`body: ${isForm(body) ? 'form' : jsonOr(body, (json) => `JSON.stringify(${indent(json, '  ')})`)}`]),
    ];
    const form = isForm(body)
      ? `const form = new FormData();\n${body.map(({ name, value, isFile }) => `form.append(${script(name)}, ${isFile ? `file /* ${value} */` : script(value)});\n`).join('')}\n`
      : '';
    const call = options.length === 0 ? script(url) : `${script(url)}, {\n  ${options.join(',\n  ')},\n}`;
    return `${form}const response = await fetch(${call});`;
  },

  client: ({ method, body, typed }) => {
    const params = Object.entries(typed.parameters)
      .filter(([, values]) => Object.keys(values).length > 0)
      .map(([place, values]) => `${place}: ${record(Object.entries(values), '    ')}`);
    const options = [
      ...(params.length === 0 ? [] : [`params: {\n    ${params.join(',\n    ')},\n  }`]),
      ...(typeof body === 'string' ? [`body: ${jsonOr(body, (json) => indent(json, '  '))}`] : []),
      ...(isForm(body)
        ? [
            `body: { ${body.map(({ name, value, isFile }) => `${key(name)}: ${isFile ? 'file' : script(value)}`).join(', ')} }`,
          ]
        : []),
    ];
    const call = `client.${method}(${script(typed.path)}${options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`})`;
    return `import { client } from './api/${typed.version === null ? 'index' : `v${typed.version}`}.js';\n\nconst { data, error } = await ${call};`;
  },

  httpie: ({ method, url, headers, body }) =>
    [
      `http${isForm(body) ? ' --multipart' : ''} ${method} ${shell(url)}`,
      ...headers
        .filter(([name]) => !isForm(body) || !isContentType(name))
        .map(([name, value]) => shell(`${name}:${value}`)),
      ...(body === null
        ? []
        : typeof body === 'string'
          ? [`--raw ${shell(body)}`]
          : body.map(({ name, value, isFile }) => shell(`${name}${isFile ? '@' : '='}${value}`))),
    ].join(' \\\n  '),
};

const isForm = (body: SampleRequest['body']): body is readonly SamplePart[] => Array.isArray(body);
const isContentType = (name: string) => name.toLowerCase() === 'content-type';
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
