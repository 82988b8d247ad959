import { describe, expect, it } from 'vitest';
import { loadDocumentText } from './load-document-text.js';

describe('loadDocumentText', () => {
  it('reads JSON, YAML and YAML in flow style alike', () => {
    const expected = { openapi: '3.1.0', paths: {} };
    expect(loadDocumentText('{"openapi":"3.1.0","paths":{}}')).toEqual(expected);
    expect(loadDocumentText('openapi: 3.1.0\npaths: {}\n')).toEqual(expected);
    expect(loadDocumentText('{openapi: 3.1.0, paths: {}}')).toEqual(expected);
  });

  it('reads a text that begins with a byte order mark', () => {
    expect(loadDocumentText('\uFEFF{"openapi":"3.1.0","paths":{}}')).toEqual({ openapi: '3.1.0', paths: {} });
    expect(loadDocumentText('\uFEFFopenapi: 3.1.0\n')).toEqual({ openapi: '3.1.0' });
  });

  it('follows the merge keys of YAML', () => {
    const text =
      'openapi: 3.0.3\nx-common: &common\n  type: string\n  maxLength: 9\nx-name:\n  <<: *common\n  maxLength: 5\n';
    expect(loadDocumentText(text)['x-name']).toEqual({ type: 'string', maxLength: 5 });
  });

  it('rejects an alias inside its own anchor', () => {
    expect(() => loadDocumentText('openapi: 3.1.0\npaths: &all\n  /x:\n    get: *all\n', 'a.yaml')).toThrow(
      'a.yaml has an alias (*) inside its own anchor (&). Replace it with a $ref.',
    );
  });

  it('quotes only the beginning of a text that is not a document', () => {
    expect(() => loadDocumentText('lorem '.repeat(1000), 'a.txt')).toThrow(
      /^a\.txt is not an OpenAPI document: it holds the text "lorem [a-z ]{34}", not an object\.$/,
    );
  });

  it('keeps statuses as text and dates as they are written', () => {
    expect(
      loadDocumentText(
        'openapi: 3.0.3\npaths:\n  /a:\n    get:\n      x-sunset: 2026-11-20\n      responses:\n        200: {}\n',
      )['paths'],
    ).toEqual({ '/a': { get: { 'x-sunset': '2026-11-20', responses: { 200: {} } } } });
  });

  it.each([
    ['', 'a.yaml is not an OpenAPI document: it holds nothing, not an object.'],
    ['- 1', 'a.yaml is not an OpenAPI document: it holds a list, not an object.'],
    ['title: x', 'a.yaml is not an OpenAPI document: it has no "openapi" member such as openapi: 3.1.0.'],
    [
      'swagger: "1.2"',
      'a.yaml is a Swagger 1.2 document. Supported versions: 3.0, 3.1, 3.2. Swagger 2.0 is read, too.',
    ],
    ['swagger: "2.0"\ndefinitions: []\n', 'a.yaml is not an OpenAPI document: "definitions" is a list, not an object.'],
    ['openapi: 2.5.0', 'a.yaml is an OpenAPI 2.5.0 document. Supported versions: 3.0, 3.1, 3.2.'],
    ['openapi: 3.3.0', 'a.yaml is an OpenAPI 3.3.0 document. Supported versions: 3.0, 3.1, 3.2.'],
    ['openapi: 3.10.0', 'a.yaml is an OpenAPI 3.10.0 document. Supported versions: 3.0, 3.1, 3.2.'],
    ['openapi: 3.1.0\npaths: []', 'a.yaml is not an OpenAPI document: "paths" is a list, not an object.'],
  ])('says what is wrong with %j', (text, message) => {
    expect(() => loadDocumentText(text, 'a.yaml')).toThrow(message);
  });

  it.each(['"2.0"', '2.0', '2', "'2'"])('reads Swagger %s as it is written', (version) => {
    expect(Object.keys(loadDocumentText(`swagger: ${version}\npaths: {}\n`))).toEqual(['swagger', 'paths']);
  });

  it('says where JSON or YAML is broken', () => {
    const faultOf = (text: string, name: string) => expect(() => loadDocumentText(text, name));
    faultOf('{"openapi": }', 'a.json').toThrow(/^a\.json is not valid JSON: Unexpected token '?}'?$/);
    faultOf('{\n  "openapi": "3.1.0"\n  "paths": {}\n}', 'a.json').toThrow(
      /^a\.json:3 is not valid JSON: Expected ',' or '}'/,
    );
    faultOf('{\n  "openapi": "3.1.0",\n', 'a.json').toThrow(/^a\.json:3 is not valid JSON: /);
    faultOf('a: [1', 'a.yaml').toThrow(/^a\.yaml:1 is not valid YAML: .*line 1/);
    faultOf('openapi: 3.1.0\npaths: {}\npaths: {}\n', 'a.yaml').toThrow(
      'a.yaml:3 is not valid YAML: duplicated mapping key at line 3, column 1',
    );
  });

  it.each([
    [
      'JSON',
      `{"openapi":"3.1.0","x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'a is nested more than 1000 levels deep. ',
    ],
    [
      'YAML',
      `openapi: 3.1.0\nx: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
      'its values are nested more than 1000 levels deep, at line 2',
    ],
  ])('rejects %s that is nested too deep', (_, text, message) => {
    expect(() => loadDocumentText(text, 'a')).toThrow(message);
  });

  it('rejects a document whose aliases make it too large', () => {
    const bomb = [
      'a0: &a0 [x]',
      ...Array.from(
        { length: 9 },
        (_, i) => `a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(',')}]`,
      ),
    ].join('\n');
    expect(() => loadDocumentText(`openapi: 3.1.0\n${bomb}`, 'a.yaml')).toThrow(
      'a.yaml is too large once its aliases (*) are expanded. Replace them with $ref.',
    );
  });
});
