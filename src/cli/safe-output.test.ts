import { Chalk } from 'chalk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XMLValidator } from 'fast-xml-parser';
import { diffReport } from '../diff/diff-report.js';
import type { Finding } from '../diff/finding.js';
import { formatExplanation } from '../routing/explain/format-explanation.js';
import { writeMigrationGuide } from '../contract/migration-guide.js';
import { changelogMarkdown } from '../contract/format-changelog.js';
import { gateReport } from '../contract/gate/gate-report.js';
import { lifecycleResult } from '../contract/gate/gate-results.js';
import { formatMarkdown as lifecycleMarkdown } from '../contract/lifecycle/lifecycle-formats.js';
import type { LifecycleEntry } from '../contract/lifecycle/lifecycle-entry.js';
import type { LawFinding } from '../laws/law-finding.js';
import { lawsReport } from '../laws/laws-report.js';
import { lockReport } from '../contract/lock-report.js';
import { resultOfFinding } from '../diff/diff-report.js';
import { checkReport } from '../export/rules/check-report.js';
import { type Format, formats } from '../report/formats.js';
import { levels } from '../report/level.js';
import { problem } from '../report/boot-problem.js';
import type { Report } from '../report/report.js';
import { problemLine, resultOfProblem } from '../report/result.js';
import { findSarifErrors } from '../report/testing/sarif-schema.js';
import { render } from '../report/testing/render.js';
import type { Route } from '../routing/table/route.js';
import { anyText, steersTerminal } from '../text/testing/any-text.js';
import { findLinks } from '../text/testing/find-links.js';
import { formatTable } from './routes/format-table.js';
import { formatMarkdown as routesMarkdown } from './routes/route-cells.js';
import { writeYaml } from '../export/document/serialise-document.js';
import { unknownName } from '../text/nearest-name.js';
import { formatCsv, routeListing } from './routes/route-record.js';
import { runs } from '../../test/property-runs.js';
import { printTable } from './terminal/print-table.js';
import { capture } from './testing/capture-io.js';

/** Names of files are never empty. */
const file = anyText.filter((text) => text.trim() !== '');
const source = fc.record({ file, line: fc.integer({ min: 1, max: 999 }) });
const level = fc.constantFrom(...levels);
const problems = fc.array(
  fc
    .record({
      message: anyText,
      fix: anyText,
      source: fc.option(source),
      handler: fc.option(anyText),
      severity: fc.constantFrom('error', 'warning'),
    })
    .map(({ message, fix, ...where }) => problem('own-rule', message, fix, where)),
  { maxLength: 3 },
);
const finding: fc.Arbitrary<Finding> = fc.record({
  id: fc.constantFrom('endpoint-added', 'api-path-removed-without-deprecation'),
  level,
  method: fc.constantFrom('GET', 'POST', null),
  path: anyText,
  operationId: fc.option(anyText),
  apiVersion: fc.option(anyText),
  pointer: anyText,
  message: anyText,
  file: fc.option(file),
  line: fc.option(fc.integer({ min: 1, max: 999 })),
  family: fc.constant('operations'),
});
const findings = fc.array(finding, { maxLength: 4 });
const change = fc.record({
  version: fc.option(anyText),
  presence: fc.constantFrom('both', 'new', 'gone'),
  kind: fc.constantFrom('unchanged', 'documentation', 'additive', 'breaking'),
  findings,
});
const changes = fc.array(change, { maxLength: 3 });
const exception = fc.record({
  id: fc.constant('endpoint-added' as const),
  versions: fc.option(fc.array(anyText, { minLength: 1, maxLength: 2 })),
  method: fc.constant('GET'),
  path: anyText,
  pointer: anyText,
  folded: fc.constant(null),
  reason: anyText,
  owner: anyText,
  expires: fc.constant('2026-12-31'),
  line: fc.constant(1),
});
const lawFinding: fc.Arbitrary<LawFinding> = fc.record({
  law: fc.constantFrom('change-throws', 'difference-unexplained'),
  change: fc.constant(null),
  version: anyText,
  subject: anyText,
  direction: fc.constant('down'),
  message: anyText,
  fix: anyText,
  source: fc.option(source),
  details: fc.array(fc.tuple(anyText, anyText), { maxLength: 2 }),
});
const entry: fc.Arbitrary<LifecycleEntry> = fc.record({
  kind: fc.constant('parameter'),
  name: anyText,
  version: fc.option(anyText),
  method: fc.constant('GET'),
  path: anyText,
  state: fc.constant('overdue'),
  since: fc.constant('2026-01-01'),
  sunset: fc.constant('2026-06-01'),
  daysLeft: fc.constant(-1),
  brownouts: fc.constant([]),
  link: fc.option(anyText),
  source: fc.option(source),
});

const asOf = '2026-11-21';
const draws = runs(40);
const reports: Readonly<Record<string, fc.Arbitrary<Report>>> = {
  'svc check': fc
    .record({ problems, failOn: level })
    .map((outcome) => checkReport({ asOf, routeCount: 1, ...outcome })),
  'svc diff': fc
    .record({ findings, failOn: level, base: anyText, revision: anyText })
    .map((outcome) => diffReport({ asOf, ...outcome })),
  'svc gate': fc
    .record({
      failOn: level,
      base: anyText,
      heading: anyText,
      described: fc.constantFrom('service' as const, 'documents' as const),
      exceptionsFile: anyText,
      changes,
      notes: fc.array(anyText, { maxLength: 2 }),
      problems,
      findings,
      entries: fc.array(entry, { maxLength: 2 }),
      suppressed: fc.array(fc.record({ finding, exception, approvesItself: fc.boolean() }), { maxLength: 2 }),
    })
    .map(({ problems: found, findings: different, entries, ...rest }) =>
      gateReport({
        asOf,
        ...rest,
        results: {
          check: found.map(resultOfProblem),
          lock: [],
          contract: different.map(resultOfFinding),
          changes: [],
          lifecycle: entries.map(lifecycleResult),
          exceptions: [],
        },
      }),
    ),
  'svc laws': fc
    .record({
      failOn: level,
      findings: fc.array(lawFinding, { maxLength: 3 }),
      entry: anyText,
    })
    .map((outcome) => lawsReport({ asOf, tested: [], lenses: [], trial: { runs: 1, seed: 1 }, ...outcome })),
  'svc openapi lock --check': fc.record({ folder: file, changes }).map((outcome) =>
    lockReport({
      described: 'service',
      asOf,
      files: [],
      ...outcome,
      passes: ({ kind }) => kind !== 'breaking',
    }),
  ),
};

describe.each(Object.entries(reports))('the report of %s', (_, report) => {
  it.each(Object.keys(formats) as Format[])('lets nothing that somebody wrote steer a terminal, as %s', (format) => {
    fc.assert(
      fc.property(report, fc.constantFrom(null, 40), (one, columns) => {
        expect(steersTerminal(render(one, format, columns))).toBe(false);
      }),
      draws,
    );
  });

  it('makes no link or mention of what somebody wrote, as Markdown', () => {
    fc.assert(
      fc.property(report, (one) => {
        expect(findLinks(render(one, 'markdown'))).toEqual([]);
      }),
      draws,
    );
  });

  it('has one line per annotation for GitHub, and no line of anybody else', () => {
    fc.assert(
      fc.property(report, (one) => {
        const lines = render(one, 'github').split('\n').slice(0, -1);
        for (const line of lines)
          expect(line).toMatch(/^::(?:error|warning|notice) \w+=[^:,\r\n]*(?:,\w+=[^:,\r\n]*)*::[^\r\n]*$/);
      }),
      draws,
    );
  });

  it('is well-formed XML for JUnit, and valid SARIF', () => {
    fc.assert(
      fc.property(report, (one) => {
        expect(XMLValidator.validate(render(one, 'junit'))).toBe(true);
        expect(findSarifErrors(render(one, 'sarif'))).toEqual([]);
      }),
      draws,
    );
  });
});

const route = fc
  .record({ path: anyText, version: fc.option(anyText), controller: anyText, role: anyText, source: fc.option(source) })
  .map(
    ({ path, version, controller, role, source: place }): Route => ({
      formerly: [],
      method: 'GET',
      path,
      version,
      neutral: false,
      handler: { controller, method: 'list' },
      operationId: 'list',
      tags: [],
      schemas: {},
      body: null,
      changes: [],
      status: 200,
      responses: {},
      throttle: null,
      idempotency: null,
      doc: {},
      hidden: false,
      listed: true,
      access: { kind: 'roles', roles: [role] },
      security: null,
      deprecation: null,
      source: place,
      guards: [],
    }),
  );

const declared = fc.array(
  fc.record({
    id: anyText,
    title: anyText,
    description: fc.option(anyText),
    operations: fc.array(anyText, { maxLength: 2 }),
  }),
  { maxLength: 2 },
);

describe('lists and pages for people', () => {
  const colours = new Chalk({ level: 0 });

  it.each<[string, fc.Arbitrary<string>]>([
    [
      'svc routes',
      fc
        .tuple(fc.array(route), fc.constantFrom(undefined, 60))
        .map(([routes, width]) => formatTable(routes, width, colours)),
    ],
    ['svc routes --format markdown', fc.array(route).map(routesMarkdown)],
    ['svc routes --format csv', fc.array(route).map(formatCsv)],
    ['svc routes --format yaml', fc.array(route).map((routes) => writeYaml(routeListing(routes)))],
    [
      'an unknown name',
      fc.array(anyText).map((names) => unknownName('tag', 'users', names).replaceAll('\n', '\u001b')),
    ],
    ['any table', fc.array(fc.array(anyText, { minLength: 2, maxLength: 2 })).map(printTable)],
    ['svc lifecycle --format markdown', fc.array(entry).map((entries) => lifecycleMarkdown(entries, asOf))],
    [
      'a migration guide',
      declared.map((changes) => {
        const lock = { version: '1', document: {} };
        return writeMigrationGuide({ base: lock, revision: lock, changes: [{ version: '2', changes }] }, []);
      }),
    ],
    [
      'svc changelog',
      fc
        .record({ version: fc.option(anyText), subject: anyText, declared, findings, since: anyText })
        .map(({ version, since, ...rest }) =>
          changelogMarkdown(
            [
              {
                version,
                released: null,
                entries: [{ ...rest, commit: 'abc', day: asOf, presence: 'both', kind: 'breaking' }],
              },
            ],
            since,
          ),
        ),
    ],
    ['a refusal to start', problems.map((found) => found.map(problemLine).join('\n'))],
    [
      'svc explain',
      fc
        .record({ url: anyText, named: fc.option(anyText), reason: anyText, value: anyText, route, header: anyText })
        .map(({ url, named, reason, value, route: one, header }) =>
          formatExplanation({
            request: { method: 'GET', url, headers: {} },
            version: { readFrom: 'the header', named },
            candidates: [one],
            outcome: 'handler',
            reason,
            route: one,
            pathValues: { id: value },
            status: 200,
            headers: ['x-own', header],
            asks: [reason],
          }),
        ),
    ],
  ])('%s', (_, output) => {
    fc.assert(
      fc.property(output, (text) => {
        expect(steersTerminal(text)).toBe(false);
      }),
      draws,
    );
  });
});

describe('Markdown for people', () => {
  const undescribed = declared.map((changes) => changes.map((one) => ({ ...one, description: null })));

  it.each<[string, fc.Arbitrary<string>]>([
    ['svc routes', fc.array(route).map(routesMarkdown)],
    [
      'svc lifecycle',
      fc.array(entry).map((entries) =>
        lifecycleMarkdown(
          entries.map((one) => ({ ...one, link: one.link === null ? null : `x:${one.link}` })),
          asOf,
        ),
      ),
    ],
    [
      'a migration guide',
      fc
        .record({ changes: undescribed, version: anyText, name: anyText, summary: anyText })
        .map(({ changes, version, name, summary }) => {
          const versioning = { type: 'query', parameter: name };
          const operation = { summary, responses: {} };
          const lock = (path: string) => ({
            version,
            document: { 'x-svc-versioning': versioning, paths: { [path]: { get: operation } } },
          });
          return writeMigrationGuide({ base: lock('/a'), revision: lock('/b'), changes: [{ version, changes }] }, []);
        }),
    ],
    [
      'svc changelog',
      fc
        .record({ version: fc.option(anyText), subject: anyText, declared: undescribed, findings, since: anyText })
        .map(({ version, since, ...rest }) =>
          changelogMarkdown(
            [
              {
                version,
                released: null,
                entries: [{ ...rest, commit: 'abc', day: asOf, presence: 'both', kind: 'breaking' }],
              },
            ],
            since,
          ),
        ),
    ],
  ])('%s makes no link or mention of what somebody wrote', (_, output) => {
    fc.assert(
      fc.property(output, (text) => {
        expect(findLinks(text)).toEqual([]);
      }),
      draws,
    );
  });
});

describe('messages', () => {
  it.each([
    [['routes', '--tag', '\u001b[31mred\u202e']],
    [['check', '\u001b]0;title\u0007.ts']],
    [['diff', '\u009b2J', 'b.json']],
    [['\u001b[2J']],
    [['check', '--\u001b[2J']],
    [['check', '--format', '\u001b[2J']],
  ])('of %j show what was typed without obeying it', async (argv) => {
    const { code, stderr } = await capture(argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(/u001b|u009b/);
    expect(steersTerminal(stderr)).toBe(false);
  });
});
