import type { SampleBody, SampleRequest } from './sample-request.js';

/** The request with the library `requests`. */
export function writePython({ method, url, headers, body }: SampleRequest): string {
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method);
  const given = [
    ...(known ? [] : [quote(method)]),
    quote(url),
    ...(headers.length === 0 ? [] : [`headers=${literal(Object.fromEntries(headers), '    ')}`]),
    ...(body === null ? [] : [bodyOf(body)]),
  ];
  const call = `requests.${known ? method.toLowerCase() : 'request'}`;
  const all =
    given.length === 1 ? `${call}(${given[0]})` : `${call}(\n${given.map((one) => `    ${one},\n`).join('')})`;
  return `import requests\n\nresponse = ${all}`;
}

/** JSON strings are strings of Python too. */
const quote = (text: string) => JSON.stringify(text);

function bodyOf(body: SampleBody): string {
  if (body.kind === 'file') return `data=open(${quote(body.file)}, "rb")`;
  if (body.kind === 'text') {
    try {
      return `json=${literal(JSON.parse(body.text), '    ')}`;
    } catch {
      return `data=${quote(body.text)}.encode()`;
    }
  }
  const pairs = body.parts.map(({ name, value, isFile }) => {
    const content = isFile
      ? `open(${quote(value)}, "rb")`
      : body.kind === 'form'
        ? quote(value)
        : `(None, ${quote(value)})`;
    return `        (${quote(name)}, ${content}),\n`;
  });
  return `${body.kind === 'form' ? 'data' : 'files'}=[\n${pairs.join('')}    ]`;
}

/** A JSON value as Python writes it. */
function literal(value: unknown, spaces: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, `${spaces}    `))
    : Object.entries(value).map(([name, item]) => `${quote(name)}: ${literal(item, `${spaces}    `)}`);
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${items.map((item) => `${spaces}    ${item},\n`).join('')}${spaces}${close}`;
}
