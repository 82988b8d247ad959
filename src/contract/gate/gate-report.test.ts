import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../report/result.js';
import { render } from '../../report/testing/render.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { gateReport } from './gate-report.js';
import type { Judgement } from './judgement.js';

const result: Result = {
  id: 'endpoint-added',
  level: 'info',
  message: 'the operation is new.',
  fix: null,
  place: { file: 'src/a,b.ts', line: 3 },
  subject: { apiVersion: '1', method: 'GET', path: '/a', pointer: '/paths/~1a/get', handler: null },
};
const judge = (contract: readonly Result[], changes: Partial<Judgement> = {}) =>
  gateReport({
    asOf: '2026-11-21',
    base: 'main',
    heading: 'The service compared with main',
    described: 'service',
    exceptionsFile: 'contracts/exceptions.yaml',
    failOn: 'error',
    suppressed: [],
    notes: [],
    changes: [{ version: '1', presence: 'both', kind: 'additive', findings: [] }],
    results: { check: [], lock: [], contract, changes: [], lifecycle: [], exceptions: [] },
    ...changes,
  });
const many = Array.from({ length: 14 }, (_, index) => ({
  ...result,
  subject: { ...result.subject, path: `/a${index}` },
}));

describe("the gate's reports", () => {
  it.each(['pretty', 'markdown'] as const)(
    '%s has the first ten of what breaks nothing, and says how many are left',
    (format) => {
      const text = render(judge(many), format);
      expect(text).toContain('/a9 ');
      expect(text).not.toContain('/a10 ');
      expect(text).toContain('… and 4 other changes that break nothing; --format json has them all.');
    },
  );

  it.each(['pretty', 'markdown'] as const)('%s has everything that closes the gate', (format) => {
    const text = render(judge(many, { failOn: 'info' }), format);
    expect(text).toContain('/a13 ');
    expect(text).not.toContain('… and');
    expect(text).toMatch(/closed/);
  });

  it('report a change that several operations and versions share once', () => {
    const shared = judge(
      ['/a', '/b'].flatMap((path, index) =>
        ['1', '2'].map((apiVersion) => ({
          ...result,
          level: 'error' as const,
          place: { file: 'src/a,b.ts', line: 3 + index },
          subject: { ...result.subject, path, apiVersion },
        })),
      ),
    );
    const lines = (format: 'pretty' | 'markdown') =>
      render(shared, format)
        .split('\n')
        .filter((line) => /GET|\.ts/.test(line));
    expect(lines('pretty')).toEqual([
      '  error    GET /a, GET /b in versions 1 and 2: the operation is new.  [endpoint-added]',
      '           src/a,b.ts:3, src/a,b.ts:4',
    ]);
    expect(lines('markdown')[0]).toBe(
      '- **error** GET /a, GET /b in versions 1 and 2: the operation is new. (`endpoint-added`) at `src/a,b.ts:3`, `src/a,b.ts:4`',
    );
    expect(JSON.parse(render(shared, 'json')).issues).toHaveLength(4);
  });

  it('keep what is written in messages from becoming markup', () => {
    const nasty = judge([{ ...result, level: 'error', message: 'a <b>|`x`\n::error::no & "100%"' }]);
    expect(render(nasty, 'markdown')).toContain(String.raw`a \<b\>\|\`x\` ::error::no \& "100%"`);
    expect(render(nasty, 'github')).toBe(
      '::error file=src/a%2Cb.ts,line=3,title=endpoint-added::GET /a in version 1: a <b>|`x`%0A\\u003a:error::no & "100%25"\n',
    );
    expect(render(nasty, 'junit')).toContain('a &lt;b&gt;|`x`&#10;::error::no &amp; &quot;100%&quot;');
    expect(
      render(nasty, 'pretty')
        .split('\n')
        .filter((line) => line.startsWith('::')),
    ).toEqual([]);
  });

  const finding = {
    id: 'endpoint-added',
    level: 'error',
    method: 'GET',
    path: '/a',
    operationId: null,
    apiVersion: '1',
    pointer: '/paths/~1a/get',
    message: 'the operation is new',
    file: 'src/a,b.ts',
    line: 3,
    family: 'operations',
  } as const;
  const exception = {
    id: 'endpoint-added',
    versions: ['1'],
    method: 'GET',
    path: '/a',
    pointer: '/paths/~1a/get',
    folded: null,
    reason: 'Nobody | calls it.',
    owner: 'users-team',
    expires: '2026-12-31',
    line: 1,
  } as const;
  const whole = judge([{ ...result, level: 'error' }], {
    notes: ['main has no lock files.'],
    suppressed: [{ finding, exception, approvesItself: true }],
    results: {
      check: [{ ...result, id: 'version-hole', level: 'warning', place: null }],
      lock: [{ ...result, id: 'lock-missing', level: 'error', place: null }],
      contract: [{ ...result, level: 'error' }],
      changes: [],
      lifecycle: [],
      exceptions: [{ ...result, id: 'exception-expired', level: 'error', place: { file: 'e.yaml', line: 4 } }],
    },
  });

  it('are, for people, the versions, a part for each step, what is excepted, and the verdict', () => {
    expect(render(whole, 'pretty')).toMatchInlineSnapshot(`
      "The service compared with main, as of 2026-11-21

      Closed: one edit breaks version 1.
        1. Undo it, where the lines below say.
        2. Declare a change that keeps version 1: svc change drafts it.
        3. Accept it with an exception in contracts/exceptions.yaml, which svc gate --base main --suggest-exceptions prints.

        version 1  additive

      main has no lock files.

      Contracts
        error    GET /a in version 1: the operation is new.  [endpoint-added]
                 src/a,b.ts:3

      Declarations
        1 warning that svc check shows.

      Exceptions
        error    GET /a in version 1: the operation is new.  [exception-expired]
                 e.yaml:4

      Lock files
        1 file will need updating once the above is resolved.

      Excepted
        GET /a in version 1: the operation is new.  [endpoint-added]
                 until 2026-12-31, by users-team: Nobody | calls it. (approves itself: this change adds the exception)

      The gate is closed: 3 errors.
      "
    `);
    expect(render(whole, 'markdown')).toMatchInlineSnapshot(`
      "# The service compared with main, as of 2026-11-21

      **Closed: one edit breaks version 1.**

      1. Undo it, where the lines below say.
      2. Declare a change that keeps version 1: svc change drafts it.
      3. Accept it with an exception in contracts/exceptions.yaml, which svc gate --base main --suggest-exceptions prints.

      The gate is closed: 3 errors.

      | Version | Contract |
      | --- | --- |
      | version 1 | additive |

      main has no lock files.

      ## Contracts

      - **error** GET /a in version 1: the operation is new. (\`endpoint-added\`) at \`src/a,b.ts:3\`

      ## Declarations

      1 warning that svc check shows.

      ## Exceptions

      - **error** GET /a in version 1: the operation is new. (\`exception-expired\`) at \`e.yaml:4\`

      <details>
      <summary>Lock files</summary>

      1 file will need updating once the above is resolved.

      </details>

      ## Excepted

      - GET /a in version 1: the operation is new. (\`endpoint-added\`), until 2026-12-31, by users-team: Nobody \\| calls it. (approves itself: this change adds the exception)
      "
    `);
  });

  it('have what is excepted in every format', () => {
    for (const format of ['pretty', 'markdown', 'html', 'github', 'sarif', 'json'] as const)
      expect(render(whole, format)).toContain('users-team');
  });

  it('are valid SARIF, in which every result leads to a described rule', () => {
    const text = render(whole, 'sarif');
    expect(findSarifErrors(text)).toEqual([]);
    const { tool, results } = JSON.parse(text).runs[0];
    const described = results.map(({ ruleIndex }: { ruleIndex: number }) => tool.driver.rules[ruleIndex]);
    expect(described.map(({ id }: { id: string }) => id)).toEqual([
      'endpoint-added',
      'version-hole',
      'exception-expired',
      'lock-missing',
      'endpoint-added',
    ]);
    expect(results.at(-1).suppressions).toEqual([
      {
        kind: 'external',
        status: 'accepted',
        justification:
          'until 2026-12-31, by users-team: Nobody | calls it. (approves itself: this change adds the exception)',
      },
    ]);
  });

  it('are, as JUnit, a suite for each step, whose cases fail from the level on that closes the gate', () => {
    const suites = (failOn: Judgement['failOn']) =>
      new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' })
        .parse(render({ ...whole, failOn }, 'junit'))
        .testsuites.testsuite.map(
          ({ name, tests, failures }: Record<string, string>) => `${name} ${failures}/${tests}`,
        );
    expect(suites('error')).toEqual([
      'contract 1/1',
      'changes 0/1',
      'lifecycle 0/1',
      'check 0/1',
      'exceptions 1/1',
      'lock 1/1',
    ]);
    expect(suites('warning')).toContain('check 1/1');
  });
});
