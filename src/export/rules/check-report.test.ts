import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../report/formats.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { render } from '../../report/testing/render.js';
import { findSarifErrors } from '../../report/testing/sarif-schema.js';
import { checkReport, type CheckOutcome } from './check-report.js';
import { checkRules } from './rules.js';

const problems: readonly BootProblem[] = [
  problem('duplicate-route', 'GET /a is declared by A.list and by B.list.', 'Give one of them another path.', {
    source: { file: 'src/a controller.ts', line: 12 },
    handler: 'A.list',
  }),
  problem('version-hole', '100% of "<A> & \'B\'",\nlines: and\u0000 such]]>.', 'Fill it, or: leave it.', {
    severity: 'warning',
    source: { file: 'src/b:c,d.ts', line: 1 },
  }),
  problem('own-rule', 'A problem without a place.', 'Repair it.'),
];

const report = (changes: Partial<CheckOutcome> = {}) =>
  checkReport({ asOf: '2026-11-21', problems, routeCount: 7, failOn: 'error', ...changes });
const print = (format: Format, changes?: Partial<CheckOutcome>, columns?: number) =>
  render(report(changes), format, columns);

describe('pretty', () => {
  it('prints the lines of a server that refuses to start, then a summary', () => {
    expect(print('pretty', { problems: [problems[0]!] })).toBe(
      'src/a controller.ts:12 error duplicate-route: GET /a is declared by A.list and by B.list. Give one of them another path.\n1 error in 7 routes, as of 2026-11-21.\n',
    );
  });

  it('says so when there is nothing to say', () => {
    expect(print('pretty', { problems: [], routeCount: 1 })).toBe('No problems in 1 route, as of 2026-11-21.\n');
  });

  it('is a paragraph for each problem on a terminal, no line of prose wider than it', () => {
    const text = print('pretty', {}, 40);
    expect(
      Math.max(
        ...text
          .split('\n')
          .filter((line) => line.startsWith('  '))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(40);
    expect(text).toMatchInlineSnapshot(`
      "src/a controller.ts:12  error  duplicate-route
        GET /a is declared by A.list and by
        B.list.
        → Give one of them another path.

      src/b:c,d.ts:1  warning  version-hole
        100% of "<A> & 'B'", lines: and\\u0000
        such]]>.
        → Fill it, or: leave it.

      error  own-rule
        A problem without a place.
        → Repair it.

      2 errors, 1 warning in 7 routes, as of 2026-11-21.
      "
    `);
  });
});

describe('json', () => {
  it('has the documented shape', () => {
    expect(JSON.parse(print('json'))).toEqual({
      version: 1,
      asOf: '2026-11-21',
      problems: problems.map(({ id, severity, message, fix, source, handler }) => ({
        id,
        severity,
        message,
        fix,
        file: source?.file ?? null,
        line: source?.line ?? null,
        handler,
      })),
      notes: [],
    });
  });
});

describe('github', () => {
  /** The runner's own grammar: `::command key=value,key=value::data`, percent-escaped. */
  function parseCommand(line: string) {
    const [, command, list, data] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
    const unescape = (text: string) =>
      text
        .replaceAll('%2C', ',')
        .replaceAll('%3A', ':')
        .replaceAll('%0A', '\n')
        .replaceAll('%0D', '\r')
        .replaceAll('%25', '%');
    return {
      command,
      data: unescape(data ?? ''),
      ...Object.fromEntries((list ?? '').split(',').map((pair) => pair.split('=').map(unescape))),
    };
  }

  it('annotates the line of each problem, whatever characters it has', () => {
    expect(print('github').trimEnd().split('\n').map(parseCommand)).toEqual(
      problems.map(({ id, severity, message, fix, source }) => ({
        command: severity,
        title: id,
        data: `${message} ${fix}`.replaceAll('\u0000', String.raw`\u0000`),
        ...(source && { file: source.file, line: String(source.line) }),
      })),
    );
  });

  it('is empty when there is nothing to annotate', () => {
    expect(print('github', { problems: [] })).toBe('');
  });
});

describe('sarif', () => {
  it.each([[problems], [[]]])('is valid', (list) => {
    expect(findSarifErrors(print('sarif', { problems: list }))).toEqual([]);
  });

  it('leads from a result to its rule and its place', () => {
    const {
      tool: { driver },
      results,
    } = JSON.parse(print('sarif')).runs[0];
    expect(results.map((result: { ruleIndex: number }) => driver.rules[result.ruleIndex].id)).toEqual(
      problems.map(({ id }) => id),
    );
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'src/a%20controller.ts', uriBaseId: '%SRCROOT%' },
      region: { startLine: 12 },
    });
    expect(results[1].level).toBe('warning');
    expect(results[2]).not.toHaveProperty('locations');
  });
});

describe('junit', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testcase',
    processEntities: true,
  });
  const suite = (failOn: CheckOutcome['failOn']) => {
    const xml = print('junit', { failOn });
    expect(XMLValidator.validate(xml)).toBe(true);
    return parser.parse(xml).testsuites.testsuite;
  };

  it('has a case for each rule that found nothing and each problem', () => {
    const { tests, failures, testcase } = suite('error');
    expect(testcase).toHaveLength(Number(tests));
    expect(testcase.filter((entry: object) => 'failure' in entry)).toHaveLength(Number(failures));
    expect(Number(tests)).toBe(checkRules.length - 2 + 3);
    expect(testcase.map(({ name }: { name: string }) => name)).toContain('duplicate-route A.list');
  });

  it('fails for a warning only when a warning fails the check', () => {
    expect(suite('error').failures).toBe('2');
    expect(suite('warning').failures).toBe('3');
  });

  it('writes what XML can write, and says where', () => {
    const entry = suite('error').testcase.find(({ name }: { name: string }) => name.startsWith('version-hole'));
    expect(entry).toMatchObject({ file: 'src/b:c,d.ts', line: '1' });
    expect(entry['system-out']).toContain('100% of "<A> & \'B\'"');
  });
});
