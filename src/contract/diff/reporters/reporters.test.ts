import { Ajv } from 'ajv';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding.js';
import type { DiffReport } from './diff-report.js';
import { reporters } from './reporters.js';

const finding: Finding = {
  id: 'request-property-became-required',
  level: 'error',
  method: 'POST',
  path: '/users/{id}',
  operationId: 'create',
  apiVersion: '1',
  pointer: '/paths/~1users~1{id}/post',
  message: 'request property "a<b>&`|": became required,\n100% now',
  file: 'src/users, a:b.ts',
  line: 12,
  family: 'property-requiredness',
};
const report: DiffReport = {
  asOf: '2026-11-20',
  base: 'git:main',
  revision: 'v1',
  findings: [
    {
      ...finding,
      id: 'api-default-version-changed',
      level: 'warning',
      method: null,
      path: null,
      operationId: null,
      apiVersion: null,
      pointer: '/x-svc-versioning',
      message: 'the default changed',
      file: null,
      line: null,
    },
    finding,
    {
      ...finding,
      id: 'new-optional-request-property',
      level: 'info',
      message: 'request property "c": is new and optional',
    },
  ],
};
const empty: DiffReport = { asOf: '2026-11-20', findings: [] };

describe('reporters', () => {
  it.each(Object.entries(reporters))('%s ends its text with a line break, also for nothing', (name, reporter) => {
    expect(reporter(report).endsWith('\n')).toBe(true);
    if (name !== 'github') expect(reporter(empty).endsWith('\n')).toBe(true);
  });

  it('pretty groups by operation and counts', () => {
    expect(reporters.pretty(report)).toMatchInlineSnapshot(`
      "Changes from git:main to v1

      the whole document
        warning  the default changed  [api-default-version-changed]

      POST /users/{id} (version 1)
        error    request property "a<b>&\`|": became required, 100% now  [request-property-became-required]
                 src/users, a:b.ts:12
        info     request property "c": is new and optional  [new-optional-request-property]
                 src/users, a:b.ts:12

      1 error, 1 warning, 1 other change
      "
    `);
    expect(reporters.pretty(empty)).toBe('Changes\n\nno differences\n');
  });

  const shared: DiffReport = {
    asOf: '2026-11-20',
    findings: ['/a', '/b'].flatMap((path, index) => [
      {
        ...finding,
        path,
        message: 'response 400 property "detail": was removed',
        pointer: '/one',
        file: 'a.ts',
        line: 3 + index,
      },
      {
        ...finding,
        path,
        message: 'response 400 property "detail": was removed',
        pointer: '/two',
        file: 'a.ts',
        line: 3 + index,
      },
      ...(index === 0 ? [] : [{ ...finding, path, apiVersion: '2', message: 'its own', file: 'a.ts', line: 4 }]),
    ]),
  };

  it('tells people once what several operations have in common, and machines of each', () => {
    expect(reporters.pretty(shared)).toMatchInlineSnapshot(`
      "Changes

      POST /a (version 1)
      POST /b (version 1)
        error    response 400 property "detail": was removed  [request-property-became-required]
                 a.ts:3, a.ts:4

      POST /b (version 2)
        error    its own  [request-property-became-required]
                 a.ts:4

      2 errors
      "
    `);
    const titles = (format: 'markdown' | 'html', pattern: RegExp) =>
      [...reporters[format](shared).matchAll(pattern)].map((match) => match[1]);
    expect(titles('markdown', /^### (.*)$/gm)).toEqual([
      '`POST /a` (version 1), `POST /b` (version 1)',
      '`POST /b` (version 2)',
    ]);
    expect(titles('html', /<h2>(.*)<\/h2>/g)).toEqual([
      'POST /a (version 1), POST /b (version 1)',
      'POST /b (version 2)',
    ]);
    expect((JSON.parse(reporters.json(shared)) as { findings: readonly object[] }).findings).toHaveLength(5);
    expect(reporters.github(shared).trimEnd().split('\n')).toHaveLength(5);
  });

  it('json has the documented shape and nothing else', () => {
    const written = JSON.parse(reporters.json(report)) as {
      version: number;
      asOf: string;
      findings: readonly object[];
    };
    expect(Object.keys(written)).toEqual(['version', 'asOf', 'findings']);
    expect(written.version).toBe(1);
    expect(Object.keys(written.findings[0]!)).toEqual([
      'id',
      'level',
      'method',
      'path',
      'apiVersion',
      'pointer',
      'message',
      'file',
      'line',
    ]);
  });

  it('markdown puts what clients must change first and keeps text from becoming markup', () => {
    expect(reporters.markdown(report)).toMatchInlineSnapshot(`
      "# Changes from git:main to v1

      As of 2026-11-20: 1 error, 1 warning, 1 other change.

      ## What clients must change

      ### The whole document

      - **may break**: the default changed (\`api-default-version-changed\`)

      ### \`POST /users/{id}\` (version 1)

      - **breaks**: request property "a\\<b\\>&\\\`\\|": became required, 100% now (\`request-property-became-required\`)
      - note: request property "c": is new and optional (\`new-optional-request-property\`)
      "
    `);
  });

  it('html is well formed and lets no text become markup', () => {
    const html = reporters.html(report);
    const body = html.slice(html.indexOf('<body>'), html.indexOf('</html>'));
    expect(XMLValidator.validate(body)).toBe(true);
    const parsed = new XMLParser({ ignoreAttributes: false }).parse(body) as {
      body: { main: { section: readonly { h2: string; ul: { li: unknown } }[] } };
    };
    expect(parsed.body.main.section.map(({ h2 }) => h2)).toEqual([
      'the whole document',
      'POST /users/{id} (version 1)',
    ]);
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/(?:src|href)=/);
  });

  it('github writes one command per finding, each on one line, with escaped properties', () => {
    const lines = reporters.github(report).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) (?:\w+=[^:,\r\n]+)(?:,\w+=[^:,\r\n]+)*::[^\r\n]+$/);
    expect(lines[1]).toContain(
      'file=src/users%2C a%3Ab.ts,line=12,title=request-property-became-required::POST /users/{id}: request property "a<b>&`|": became required,%0A100%25 now',
    );
    expect(lines[0]).not.toContain('file=');
    expect(reporters.github(empty)).toBe('');
  });

  it('junit is valid XML whose counts are right', () => {
    const xml = reporters.junit(report);
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
      testsuites: {
        '@_tests': string;
        '@_failures': string;
        testsuite: { testcase: readonly { '@_classname': string; failure?: { '@_type': string } }[] };
      };
    };
    expect([testsuites['@_tests'], testsuites['@_failures']]).toEqual(['3', '2']);
    expect(testsuites.testsuite.testcase.map((one) => one.failure?.['@_type'])).toEqual([
      'warning',
      'error',
      undefined,
    ]);
    expect(
      XMLValidator.validate(reporters.junit({ ...report, findings: [{ ...finding, message: 'a\u0001]]>b' }] })),
    ).toBe(true);
  });

  it('sarif has the shape of version 2.1.0, and every result points at its rule', () => {
    const log = JSON.parse(reporters.sarif(report)) as {
      runs: readonly {
        tool: { driver: { rules: readonly { id: string }[] } };
        results: readonly { ruleId: string; ruleIndex: number }[];
      }[];
    };
    const validate = new Ajv().compile(sarifShape);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const run = log.runs[0]!;
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
  });
});

const text = { type: 'object', required: ['text'], properties: { text: { type: 'string', minLength: 1 } } };
const sarifShape = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'rules'],
                properties: {
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id', 'shortDescription', 'defaultConfiguration'],
                      properties: { shortDescription: text },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['ruleId', 'ruleIndex', 'level', 'message', 'locations'],
              properties: {
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: text,
                locations: {
                  type: 'array',
                  minItems: 1,
                  items: {
                    type: 'object',
                    required: ['logicalLocations'],
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        required: ['artifactLocation', 'region'],
                        properties: {
                          artifactLocation: { type: 'object', required: ['uri'] },
                          region: { type: 'object', properties: { startLine: { type: 'integer', minimum: 1 } } },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
