import fc from 'fast-check';
import type { JsonObject } from '../../json/json.js';

/** The beginning of a line that svc never writes. */
export const plantedLine = 'planted line';

/** What a runner of CI, a terminal or a reader of logs would take for something that svc says. */
const hostile = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom('::set-output name=x::y', '::error::planted', '::stop-commands::x'), weight: 4 },
      fc.constantFrom('##[add-mask]x', '##vso[task.setvariable variable=x]y', "##teamcity[buildStatus text='x']"),
      fc.constantFrom('\n', '\r\n', '\r', '\n::warning::planted\n', '\n\t ::debug::planted', `\n${plantedLine}`),
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]0;title\u0007',
        '\u009b2J',
        '\u2028::notice::x',
        '\u202e',
        '\u0000',
        '\u0085::x',
      ),
      fc.constantFrom(
        ' ',
        '\t',
        '/',
        '~',
        '"',
        "'",
        '`',
        '#',
        '%0A::error::x',
        '*/',
        '-->',
        '---\n',
        '{{',
        '$',
        '__proto__',
      ),
      fc.constantFrom('Book', 'name', '日本', 'a.b', '2'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''));

/** A document of OpenAPI in which somebody chose every name and text for what it does to a log. */
export const hostileDocument: fc.Arbitrary<JsonObject> = fc
  .array(hostile, { minLength: 40, maxLength: 40 })
  .chain((texts) => fc.tuple(fc.boolean(), fc.nat(4)).map(([isNewer, odds]) => documentOf(texts, isNewer, odds === 0)));

function documentOf(texts: readonly string[], isNewer: boolean, toFile: boolean): JsonObject {
  let used = 0;
  const text = () => texts[used++ % texts.length]!;
  const name = text();
  const member = text();
  const schema = {
    type: 'object',
    title: text(),
    description: text(),
    required: [member, ...(isNewer ? [text()] : [])],
    properties: {
      [member]: { type: isNewer ? 'integer' : 'string', description: text(), default: text() },
      [text()]: { enum: [text(), text()], example: text(), deprecated: true, 'x-sunset': text() },
      [text()]: { type: 'string', pattern: text(), format: text() },
      [text()]: { $ref: `#/components/schemas/${text()}` },
    },
    [`x-${text()}`]: text(),
  };
  const reference = { $ref: `#/components/schemas/${pointerToken(name)}` };
  const operation = (isOpen: boolean) => ({
    operationId: text(),
    summary: text(),
    description: text(),
    tags: [text()],
    deprecated: true,
    'x-sunset': '2026-11-22',
    parameters: [
      { name: text(), in: 'query', required: isNewer, description: text(), schema: { enum: [text()] } },
      { name: text(), in: 'header', schema: { type: 'string', default: text() } },
      ...(toFile ? [{ $ref: text() }] : []),
    ],
    security: isOpen ? [] : [{ [text()]: [text()] }],
    requestBody: { description: text(), content: { [text()]: { schema: reference } } },
    responses: {
      '200': {
        description: text(),
        headers: { [text()]: { schema: { type: 'string' } } },
        content: { [text()]: { schema: reference } },
      },
      [text()]: { description: text() },
      default: { $ref: `#/components/responses/${text()}` },
    },
  });
  return {
    openapi: '3.1.0',
    info: { title: text(), version: isNewer ? '2.0.0' : '1.0.0', description: text(), contact: { url: text() } },
    servers: [{ url: text(), description: text() }],
    tags: [{ name: text(), description: text() }],
    paths: {
      '/books': { get: operation(true), post: operation(false) },
      [`/${text()}`]: { get: operation(true) },
      [`/${text()}/{${text()}}`]: { delete: operation(false) },
    },
    components: {
      schemas: { [name]: schema, [text()]: { ...schema, type: text() } },
      securitySchemes: { [text()]: { type: 'http', scheme: text(), description: text() } },
    },
  } as unknown as JsonObject;
}

const pointerToken = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
