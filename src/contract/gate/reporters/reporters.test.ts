import { describe, expect, it } from 'vitest';
import type { GateIssue, GateReport } from '../gate-report.js';
import { gateReporters } from './reporters.js';

const issue: GateIssue = {
  step: 'contract',
  id: 'endpoint-added',
  level: 'info',
  message: 'the operation is new.',
  fix: null,
  apiVersion: '1',
  method: 'GET',
  path: '/a',
  pointer: '/paths/~1a/get',
  file: 'src/a,b.ts',
  line: 3,
};
const report: GateReport = {
  asOf: '2026-11-21',
  base: 'main',
  failOn: 'error',
  suppressed: [],
  notes: [],
  changes: [{ version: '1', presence: 'both', kind: 'additive', findings: [] }],
  issues: Array.from({ length: 14 }, (_, index) => ({ ...issue, path: `/a${index}` })),
};

describe("the gate's reports", () => {
  it.each(['pretty', 'markdown'] as const)(
    '%s has the first ten of what breaks nothing, and says how many are left',
    (format) => {
      const text = gateReporters[format](report);
      expect(text).toContain('/a9 ');
      expect(text).not.toContain('/a10 ');
      expect(text).toContain('… and 4 other changes that break nothing; --format json has them all.');
    },
  );

  it.each(['pretty', 'markdown'] as const)('%s has everything that closes the gate', (format) => {
    const text = gateReporters[format]({ ...report, failOn: 'info' });
    expect(text).toContain('/a13 ');
    expect(text).not.toContain('… and');
    expect(text).toMatch(/closed/);
  });

  it('tell people once what several operations of a version have in common', () => {
    const shared = {
      ...report,
      issues: ['/a', '/b'].flatMap((path, index) =>
        ['1', '2'].map((apiVersion) => ({ ...issue, level: 'error' as const, path, apiVersion, line: 3 + index })),
      ),
    };
    const lines = (format: 'pretty' | 'markdown') =>
      gateReporters[format](shared)
        .split('\n')
        .filter((line) => /GET|\.ts/.test(line));
    expect(lines('pretty')).toEqual([
      '  error    GET /a, GET /b in version 1: the operation is new.  [endpoint-added]',
      '           src/a,b.ts:3, src/a,b.ts:4',
      '  error    GET /a, GET /b in version 2: the operation is new.  [endpoint-added]',
      '           src/a,b.ts:3, src/a,b.ts:4',
    ]);
    expect(lines('markdown')[0]).toBe(
      '- **error** GET /a, GET /b in version 1: the operation is new. (`endpoint-added`) at `src/a,b.ts:3`, `src/a,b.ts:4`',
    );
    expect(JSON.parse(gateReporters.json(shared)).issues).toHaveLength(4);
  });

  it('keep what is written in messages from becoming markup', () => {
    const nasty = {
      ...report,
      issues: [{ ...issue, level: 'error' as const, message: 'a <b>|`x`\n::error::no & "100%"' }],
    };
    expect(gateReporters.markdown(nasty)).toContain(String.raw`a \<b\>\|\`x\` ::error::no & "100%"`);
    expect(gateReporters.github(nasty)).toBe(
      '::error file=src/a%2Cb.ts,line=3,title=endpoint-added::GET /a in version 1: a <b>|`x`%0A::error::no & "100%25"\n',
    );
    expect(gateReporters.junit(nasty)).toContain('a &lt;b&gt;|`x`&#10;::error::no &amp; &quot;100%&quot;');
    expect(
      gateReporters
        .pretty(nasty)
        .split('\n')
        .filter((line) => line.startsWith('::')),
    ).toEqual([]);
  });
});
