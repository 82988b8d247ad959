import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { joinVersions } from '../../diff/causes/join-versions.js';
import { diffReport } from '../../diff/diff-report.js';
import type { Finding } from '../../diff/finding.js';
import type { JsonObject } from '../../json/json.js';
import type { SeverityId } from '../../diff/severity-id.js';
import { formats, type Format } from '../../report/formats.js';
import { countLevels, type Level, levels } from '../../report/level.js';
import type { Report } from '../../report/report.js';
import { render } from '../../report/testing/render.js';
import { buildChangelog } from '../changelog.js';
import { compareContracts } from '../compare/compare-contracts.js';
import { applyExceptions } from '../exceptions/apply-exceptions.js';
import { exceptFindings } from '../exceptions/except-results.js';
import { parseExceptions } from '../exceptions/parse-exceptions.js';
import { suggestExceptions } from '../exceptions/suggest-exceptions.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { gateReport } from './gate-report.js';
import { judgeGate } from './judge-gate.js';

const asOf = '2026-11-20';

const severity: ReadonlyMap<SeverityId, Level> = new Map([['request-parameter-removed', 'error']]);
const stateOf = (locks: readonly ContractLock[]) => ({ commit: 'c', day: asOf, subject: 'sell', locks });

/** How many results of a level people read, under the headings of a report. */
const readIn = ({ chapters }: Report, level: Level): number =>
  chapters
    .flatMap(({ sections }) => sections)
    .reduce((sum, { titles, lines }) => sum + titles.length * lines.filter((line) => line.level === level).length, 0);

/** The lock of a version with an `Order` and a parameter, which some operations use. */
const lock = (version: string, order: JsonObject, limit: JsonObject, paths: readonly string[]): ContractLock => {
  const content = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } };
  const operation = {
    'x-svc-version': version,
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', ...limit } }],
    requestBody: content,
    responses: { 200: { description: '', ...content } },
  };
  return {
    version,
    document: {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1.0.0' },
      components: { schemas: { Order: { type: 'object', properties: order } } },
      paths: Object.fromEntries(paths.map((path) => [path, { post: operation }])),
    },
  };
};
const price = (type: string): JsonObject => ({ price: { type } });
const judge = (base: readonly ContractLock[], current: readonly ContractLock[], exceptions = '') =>
  judgeGate({
    described: 'service',
    asOf,
    base: 'main',
    failOn: 'info',
    problems: [],
    baseLocks: base,
    baseFolder: 'contracts',
    lockFiles: current,
    current,
    folder: 'contracts',
    lifecycle: [],
    exceptions: { ...parseExceptions(exceptions), file: 'contracts/exceptions.yaml' },
    approval: { approved: [], acceptsNew: true },
  });
const findingsOf = (base: readonly ContractLock[], current: readonly ContractLock[]): readonly Finding[] =>
  compareContracts(base, current, { asOf, severity }).flatMap(({ findings }) => findings);
const diffOf = (findings: readonly Finding[]) =>
  diffReport({ asOf, failOn: 'info', base: 'git:main', revision: 'contracts', findings });
const paths = ['/a', '/b', '/c'];
const before = ['1', '2'].map((version) => lock(version, price('string'), {}, paths));
const after = ['1', '2'].map((version) => lock(version, price('integer'), { minimum: 1 }, paths));

interface Written {
  readonly results: readonly (Record<string, unknown> & { readonly level: Level })[];
}
interface WrittenGate {
  readonly issues: readonly (Record<string, unknown> & { readonly level: Level })[];
  readonly suppressed: readonly Record<string, unknown>[];
}
const jsonOf = <T>(report: Parameters<typeof render>[0]) => JSON.parse(render(report, 'json')) as T;

describe('a change of several versions', () => {
  it('is one result with all versions, the same in svc diff and svc gate', () => {
    const { results } = jsonOf<Written>(diffOf(findingsOf(before, after)));
    const { issues } = jsonOf<WrittenGate>(gateReport(judge(before, after)));
    const price = {
      id: 'request-property-type-changed',
      component: 'schema Order',
      apiVersion: null,
      apiVersions: ['1', '2'],
      operations: 3,
      placeCount: 12,
    };
    const limit = {
      id: 'request-parameter-min-set',
      method: 'POST',
      path: '/a',
      apiVersions: ['1', '2'],
      placeCount: 2,
    };
    for (const list of [results, issues]) {
      expect(list.filter(({ component }) => component === 'schema Order')).toEqual([expect.objectContaining(price)]);
      expect(list.filter(({ id, path }) => id === limit.id && path === '/a')).toEqual([expect.objectContaining(limit)]);
      const [found] = list.filter(({ component }) => component === 'schema Order');
      const places = found!['places'] as readonly { level: string; apiVersion: string }[];
      expect(places).toHaveLength(12);
      expect(new Set(places.map(({ apiVersion }) => apiVersion))).toEqual(new Set(['1', '2']));
    }
    const members = [
      'id',
      'level',
      'component',
      'apiVersions',
      'method',
      'path',
      'pointer',
      'operations',
      'placeCount',
      'places',
      'witness',
    ];
    const pick = (one: Record<string, unknown>) => Object.fromEntries(members.map((member) => [member, one[member]]));
    expect(issues.filter(({ step }) => step === 'contract').map(pick)).toEqual(
      expect.arrayContaining(results.filter(({ id }) => id !== 'api-version-not-bumped').map(pick)),
    );
  });

  it.each(Object.keys(formats) as Format[])('names them once in %s', (format) => {
    const findings = findingsOf(before, after).filter(({ component }) => component !== undefined);
    const text = render(diffOf(findings), format);
    if (format === 'json') expect(text).toContain('"schema Order"');
    else if (format === 'junit') expect(text).toContain('schema Order v1 v2 ');
    else expect(text).toMatch(/schema Order (?:\(versions 1 and 2\)|in versions 1 and 2)/);
    expect(text.match(/in 12 places of 3 operations/g) ?? []).toHaveLength(
      format === 'json' ? 0 : format === 'junit' ? 2 : 1,
    );
  });

  it('has operations of its own where each version declares it', () => {
    const found = (line: (version: string) => number) =>
      joinVersions(findingsOf(before, after).map((one) => ({ ...one, file: 'a.ts', line: line(one.apiVersion ?? '') })))
        .filter(({ id }) => id === 'request-parameter-min-set')
        .map(({ path, apiVersion }) => `${path} ${apiVersion}`);
    expect(found(() => 1)).toEqual(['/a null', '/b null', '/c null']);
    expect(found(Number)).toEqual(['/a 1', '/b 1', '/c 1', '/a 2', '/b 2', '/c 2']);
  });

  it('is one exception, which accepts it in these versions and in no other', () => {
    const findings = findingsOf(before, after);
    const own = findings.filter(({ component }) => component !== undefined);
    const text = suggestExceptions(own, asOf);
    expect(text).toMatchInlineSnapshot(`
      "# schema Order: property "price": type changed from string to integer
      - id: request-property-type-changed
        version:
          - "1"
          - "2"
        pointer: /components/schemas/Order/properties/price/type
        reason: ""
        owner: ""
        expires: 2026-12-20
      "
    `);
    const written = text.replaceAll('""', 'ok');
    const { exceptions, problems } = parseExceptions(written);
    expect(problems).toEqual([]);
    const approval = { approved: exceptions, acceptsNew: true };
    expect(applyExceptions(own, exceptions, asOf, approval)).toMatchObject({ remaining: [], problems: [] });
    const third = own.map((one) => ({ ...one, apiVersion: '3' }));
    expect(applyExceptions(third, exceptions, asOf, approval).remaining).toEqual(third);
    const { suppressed } = jsonOf<WrittenGate>(gateReport(judge(before, after, written)));
    expect(suppressed).toEqual([
      expect.objectContaining({ component: 'schema Order', apiVersions: ['1', '2'], operations: 3, placeCount: 12 }),
    ]);
    const excepted = exceptFindings(findings, { exceptions, file: 'e.yaml' }, asOf);
    expect(excepted.describe(diffOf(excepted.remaining)).suppressed).toHaveLength(1);
  });

  it.each([
    ['version: []', 'version is an empty list.'],
    ["version: ['1', 2]", 'version is 2.'],
    ['version: 1', 'version is 1.'],
    ["version: ['']", 'version is "".'],
  ])('is not accepted by an entry with %s', (version, message) => {
    const entry = `- { id: endpoint-added, pointer: /a, reason: ok, owner: us, expires: '2026-12-31', ${version} }`;
    expect(parseExceptions(entry)).toMatchObject({ exceptions: [], problems: [{ message }] });
  });
});

it('every format of svc diff and svc gate counts the same results', () => {
  const order = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.record({ type: fc.constantFrom('string', 'integer'), readOnly: fc.boolean() }, { requiredKeys: ['type'] }),
    { maxKeys: 3, noNullPrototype: true },
  );
  const limit = fc.record({ minimum: fc.nat(3) }, { requiredKeys: [] });
  const own = fc.tuple(order, limit, fc.subarray(paths, { minLength: 1 }));
  const locks = fc
    .oneof(
      own.map((one) => [one, one] as const),
      fc.tuple(own, own),
    )
    .map(([one, two]) => [lock('1', ...one), lock('2', ...two)]);
  const countsOf = (results: readonly { readonly level: Level }[]) =>
    levels.map((level) => results.filter((result) => result.level === level).length);
  const agree = (report: Report, results: readonly { readonly level: Level }[]) => {
    const texts = Object.fromEntries(Object.keys(formats).map((format) => [format, render(report, format as Format)]));
    const count = (format: Format, pattern: RegExp) => (texts[format]!.match(pattern) ?? []).length;
    const sarif = JSON.parse(texts['sarif']!) as { runs: { results: { level: string }[] }[] };
    const ofSarif = ['error', 'warning', 'note'].map(
      (level) => sarif.runs[0]!.results.filter((result) => result.level === level).length,
    );
    const isOwn = '(?! title=svc gate::)';
    expect({
      github: ['error', 'warning', 'notice'].map((word) => count('github', new RegExp(`^::${word}${isOwn}`, 'gm'))),
      junit: levels.map((level) => count('junit', new RegExp(`<failure type="${level}"`, 'g'))),
      sarif: ofSarif,
    }).toEqual(Object.fromEntries(['github', 'junit', 'sarif'].map((format) => [format, countsOf(results)])));
    const words = countLevels(results, 'other change');
    for (const format of ['pretty', 'markdown', 'html'] as const) if (words) expect(texts[format]).toContain(words);
  };
  fc.assert(
    fc.property(locks, locks, (base, current) => {
      const diff = diffOf(findingsOf(base, current));
      const gate = gateReport(judge(base, current));
      const { results } = jsonOf<Written>(diff);
      const { issues } = jsonOf<WrittenGate>(gate);
      agree(diff, results);
      expect(levels.map((level) => readIn(diff, level))).toEqual(countsOf(results));
      agree(gate, issues);
      const logged = buildChangelog([base, current].map(stateOf), { severity }).flatMap(({ entries }) => entries);
      expect(countsOf(joinVersions(logged.flatMap(({ findings }) => findings)))).toEqual(
        countsOf(results.filter(({ id }) => id !== 'api-version-not-bumped')),
      );
      expect(issues.filter(({ step }) => step === 'contract')).toHaveLength(results.length);
      const rows = (diff.facts?.rows ?? []).map((row) => row.slice(1).map(Number));
      const totals = rows.flat().reduce((sum, one) => sum + one, 0);
      if (rows.length > 0) expect(totals).toBe(results.length);
    }),
    runs(20),
  );
});
