import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { formats } from '../report/formats.js';
import { render } from '../report/testing/render.js';
import { findSarifErrors } from '../report/testing/sarif-schema.js';
import { checks } from './checks/checks.js';
import { describeChecks, diffReport } from './diff-report.js';
import type { Finding } from './finding.js';

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
const report = diffReport({
  asOf: '2026-11-20',
  failOn: 'error',
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
});
const diff = (findings: readonly Finding[], failOn: 'error' | 'warning' | 'info' = 'error') =>
  diffReport({ asOf: '2026-11-20', base: 'a', revision: 'b', failOn, findings });
const empty = diff([]);

describe('the report of svc diff', () => {
  it.each(Object.keys(formats) as (keyof typeof formats)[])(
    '%s ends its text with a line break, also for nothing',
    (format) => {
      expect(render(report, format).endsWith('\n')).toBe(true);
      if (format !== 'github') expect(render(empty, format).endsWith('\n')).toBe(true);
    },
  );

  it('pretty groups by operation and counts', () => {
    expect(render(report, 'pretty')).toMatchInlineSnapshot(`
      "Changes from git:main to v1, as of 2026-11-20

        Where                         Errors  Warnings  Other changes
        POST /users/{id} (version 1)  1       0         1
        the whole document            0       1         0

      What clients must change

      POST /users/{id} (version 1)
        error    request property "a<b>&\`|": became required, 100% now.  [request-property-became-required]
                 src/users, a:b.ts:12

      What may break clients

      the whole document
        warning  the default changed.  [api-default-version-changed]

      What else is different

      POST /users/{id} (version 1)
        info     request property "c": is new and optional.  [new-optional-request-property]
                 src/users, a:b.ts:12

      1 error, 1 warning, 1 other change.
      "
    `);
    expect(render(empty, 'pretty')).toBe('Changes from a to b, as of 2026-11-20\n\nNo differences.\n');
  });

  const shared = diff(
    ['/a', '/b'].flatMap((path, index) => [
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
  );

  it('tells people once what several operations have in common, and machines of each', () => {
    expect(render(shared, 'pretty')).toMatchInlineSnapshot(`
      "Changes from a to b, as of 2026-11-20

        Where                Errors  Warnings  Other changes
        POST /a (version 1)  2       0         0
        POST /b (version 1)  2       0         0
        POST /b (version 2)  1       0         0

      What clients must change

      POST /a (version 1)
      POST /b (version 1)
        error    response 400 property "detail": was removed.  [request-property-became-required]
                 a.ts:3, a.ts:4

      POST /b (version 2)
        error    its own.  [request-property-became-required]
                 a.ts:4

      5 errors.
      "
    `);
    const titles = (format: 'markdown' | 'html', pattern: RegExp) =>
      [...render(shared, format).matchAll(pattern)].map((match) => match[1]);
    expect(titles('markdown', /^### (.*)$/gm)).toEqual([
      'POST /a (version 1), POST /b (version 1)',
      'POST /b (version 2)',
    ]);
    expect(titles('html', /<h3>(.*)<\/h3>/g)).toEqual([
      'POST /a (version 1), POST /b (version 1)',
      'POST /b (version 2)',
    ]);
    expect((JSON.parse(render(shared, 'json')) as { results: readonly object[] }).results).toHaveLength(5);
    expect(render(shared, 'github').trimEnd().split('\n')).toHaveLength(5);
  });

  it('json has the documented shape and nothing else', () => {
    const written = JSON.parse(render(report, 'json')) as {
      version: number;
      asOf: string;
      results: readonly object[];
    };
    expect(Object.keys(written)).toEqual(['version', 'asOf', 'counts', 'results']);
    expect(written.version).toBe(2);
    expect(Object.keys(written.results[0]!)).toEqual([
      'id',
      'level',
      'component',
      'method',
      'path',
      'apiVersion',
      'apiVersions',
      'pointer',
      'message',
      'operations',
      'placeCount',
      'places',
      'file',
      'line',
      'witness',
      'byTheLetter',
    ]);
  });

  it('markdown puts what clients must change first and keeps text from becoming markup', () => {
    expect(render(report, 'markdown')).toMatchInlineSnapshot(`
      "# Changes from git:main to v1, as of 2026-11-20

      1 error, 1 warning, 1 other change.

      | Where | Errors | Warnings | Other changes |
      | --- | --- | --- | --- |
      | POST /users/{id} (version 1) | 1 | 0 | 1 |
      | the whole document | 0 | 1 | 0 |

      ## What clients must change

      ### POST /users/{id} (version 1)

      - **breaks**: request property "a\\<b\\>\\&\\\`\\|": became required, 100% now. (\`request-property-became-required\`) at \`src/users, a:b.ts:12\`

      ## What may break clients

      ### the whole document

      - **may break**: the default changed. (\`api-default-version-changed\`)

      <details>
      <summary>What else is different</summary>

      ### POST /users/{id} (version 1)

      - **note**: request property "c": is new and optional. (\`new-optional-request-property\`) at \`src/users, a:b.ts:12\`

      </details>
      "
    `);
  });

  it('html is well formed and lets no text become markup', () => {
    const html = render(report, 'html');
    const body = html.slice(html.indexOf('<body>'), html.indexOf('</html>'));
    expect(XMLValidator.validate(body)).toBe(true);
    const parsed = new XMLParser({ ignoreAttributes: false }).parse(body) as {
      body: { main: { section: readonly { h3: string; ul: { li: unknown } }[] } };
    };
    expect(parsed.body.main.section.map(({ h3 }) => h3)).toEqual([
      'POST /users/{id} (version 1)',
      'the whole document',
    ]);
    expect(html).not.toContain('<b>');
    expect(html).not.toMatch(/(?:src|href)=/);
  });

  it('github writes one command per finding, each on one line, with escaped properties', () => {
    const lines = render(report, 'github').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) (?:\w+=[^:,\r\n]+)(?:,\w+=[^:,\r\n]+)*::[^\r\n]+$/);
    expect(lines[1]).toContain(
      'file=src/users%2C a%3Ab.ts,line=12,title=request-property-became-required::POST /users/{id} in version 1: request property "a<b>&`|": became required,%0A100%25 now',
    );
    expect(lines[0]).not.toContain('file=');
    expect(render(empty, 'github')).toBe('');
  });

  it('junit is valid XML, whose cases fail from the level on that fails the run', () => {
    const cases = (failOn: 'error' | 'warning' | 'info') => {
      const xml = render({ ...report, failOn }, 'junit');
      expect(XMLValidator.validate(xml)).toBe(true);
      const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml) as {
        testsuites: {
          tests: string;
          failures: string;
          testsuite: { testcase: readonly { failure?: { type: string } }[] };
        };
      };
      expect(testsuites.tests).toBe('3');
      const failures = testsuites.testsuite.testcase.map(({ failure }) => failure?.type);
      expect(testsuites.failures).toBe(String(failures.filter(Boolean).length));
      return failures;
    };
    expect(cases('error')).toEqual([undefined, 'error', undefined]);
    expect(cases('warning')).toEqual(['warning', 'error', undefined]);
    expect(cases('info')).toEqual(['warning', 'error', 'info']);
    expect(XMLValidator.validate(render(diff([{ ...finding, message: 'a\u0001]]>b' }]), 'junit'))).toBe(true);
    expect(render(empty, 'junit')).toContain('name="nothing found"');
  });

  it('sarif is valid, and every result leads to its rule and its place', () => {
    const text = render(report, 'sarif');
    expect(findSarifErrors(text)).toEqual([]);
    const { tool, results } = JSON.parse(text).runs[0];
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(results[0].locations).toEqual([{ logicalLocations: [{ fullyQualifiedName: '/x-svc-versioning' }] }]);
    expect(results[1].locations[0]).toEqual({
      physicalLocation: {
        artifactLocation: { uri: 'src/users%2C%20a%3Ab.ts', uriBaseId: '%SRCROOT%' },
        region: { startLine: 12 },
      },
      logicalLocations: [{ fullyQualifiedName: 'POST /users/{id} /paths/~1users~1{id}/post' }],
    });
  });

  it('describes every check in sentences, with help', () => {
    const described = describeChecks(Object.keys(checks) as (keyof typeof checks)[]);
    expect(described).toHaveLength(Object.keys(checks).length);
    for (const { summary, help } of described) {
      expect(summary).toMatch(/^[A-Z].+\.$/);
      expect(help).toMatch(/^[A-Z].+\.$/);
    }
  });
});

describe('a long report', () => {
  const path = '/organisations/{organisationId}/projects/{projectId}/resources';
  const long = diff([
    {
      ...finding,
      method: null,
      path: null,
      component: 'schema Order',
      message: 'property "payment": may no longer be Cash (oneOf: Card and Transfer are left)',
      witness: { value: { kind: 'cash' }, acceptedBy: 'base', refusedBy: 'revision', why: 'must be "transfer"' },
      reach: {
        operations: Array.from({ length: 9 }, (_, index) => ({
          method: 'POST',
          path: `${path}-${index}`,
          operationId: null,
          apiVersion: '1',
        })),
        places: 9,
      },
      places: Array.from({ length: 9 }, (_, index) => ({
        ...finding,
        path: `${path}-${index}`,
        message: 'request property "payment": may no longer be Cash',
      })),
    },
    ...Array.from({ length: 9 }, (_, index) => ({ ...finding, path: `${path}-${index}`, line: 100 + index })),
  ]);

  it('fits into a terminal of 80 columns', () => {
    const text = render(long, 'pretty', 80);
    expect(text).toMatchInlineSnapshot(`
      "Changes from a to b, as of 2026-11-20

        Where                                          Errors  Warnings  Other changes
        schema Order (version 1)                       1       0         0
        POST /organisa…ectId}/resources-0 (version 1)  1       0         0
        POST /organisa…ectId}/resources-1 (version 1)  1       0         0
        POST /organisa…ectId}/resources-2 (version 1)  1       0         0
        POST /organisa…ectId}/resources-3 (version 1)  1       0         0
        POST /organisa…ectId}/resources-4 (version 1)  1       0         0
        POST /organisa…ectId}/resources-5 (version 1)  1       0         0
        POST /organisa…ectId}/resources-6 (version 1)  1       0         0
        POST /organisa…ectId}/resources-7 (version 1)  1       0         0
        POST /organisa…ectId}/resources-8 (version 1)  1       0         0

      What clients must change

      schema Order (version 1)
        error    property "payment": may no longer be Cash (oneOf: Card and Transfer
                 are left), in 9 operations. [request-property-became-required]
                 src/users, a:b.ts:12
                 witness {"kind":"cash"} was accepted and is refused now: must be
                   "transfer"
                 POST /organisations/{organisationId}/projects/{projectId}/resources-0
                   request property "payment"
                 POST /organisations/{organisationId}/projects/{projectId}/resources-1
                   request property "payment"
                 POST /organisations/{organisationId}/projects/{projectId}/resources-2
                   request property "payment"
                 POST /organisations/{organisationId}/projects/{projectId}/resources-3
                   request property "payment"
                 POST /organisations/{organisationId}/projects/{projectId}/resources-4
                   request property "payment"
                 …        and 4 more operations

      POST /organisations/{organisationId}/projects/{projectId}/resources-0 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-1 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-2 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-3 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-4 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-5 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-6 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-7 (version 1)
      POST /organisations/{organisationId}/projects/{projectId}/resources-8 (version 1)
        error    request property "a<b>&\`|": became required, 100% now.
                 [request-property-became-required]
                 src/users, a:b.ts:100, src/users, a:b.ts:101, src/users, a:b.ts:102,
                 src/users, a:b.ts:103, src/users, a:b.ts:104, and 4 more

      10 errors.
      "
    `);
    for (const line of text.split('\n')) if (!/\S{60}/.test(line)) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('elsewhere has a line for each thing, and names the first places', () => {
    const text = render(long, 'pretty');
    expect(text).toContain('users, a:b.ts:104, and 4 more\n');
    expect(text).toContain('\n           witness  {"kind":"cash"} was accepted');
    expect(render(long, 'markdown')).toContain('`src/users, a:b.ts:104`, and 4 more');
    expect(render(long, 'html')).toContain('src/users, a:b.ts:104, and 4 more</small>');
    expect((JSON.parse(render(long, 'json')) as { results: object[] }).results).toHaveLength(10);
  });
});
