import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { formats, type Format } from '../../report/formats.js';
import { render } from '../../report/testing/render.js';
import { parseExceptions } from '../exceptions/parse-exceptions.js';
import { buildChangelog } from '../changelog.js';
import { fillTemplate } from '../changelog-template.js';
import { changelogMarkdown } from '../format-changelog.js';
import { gateReport } from './gate-report.js';
import type { GateInput } from './gate-input.js';
import { judgeGate } from './judge-gate.js';
import type { Judgement } from './judgement.js';

const lock = (operation: JsonObject) => [
  {
    version: '1',
    document: {
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1' },
      paths: { '/orders': { get: { responses: {}, ...operation } } },
    },
  },
];
const judge = (locks: Pick<GateInput, 'baseLocks' | 'lockFiles' | 'current'> & Partial<GateInput>) =>
  judgeGate({
    described: 'service',
    asOf: '2026-11-20',
    base: 'main',
    failOn: 'error',
    problems: [],
    baseFolder: 'contracts',
    folder: 'contracts',
    lifecycle: [],
    exceptions: { exceptions: [], problems: [], file: 'contracts/exceptions.yaml' },
    approval: { approved: [], acceptsNew: true },
    ...locks,
  });
const levels = (base: JsonObject, current: JsonObject) => {
  const { results } = judge({ baseLocks: lock(base), lockFiles: lock(current), current: lock(current) });
  return Object.values(results)
    .flat()
    .filter(({ level }) => level !== 'info')
    .map(({ id, level }) => `${level} ${id}`);
};

describe('judgeGate', () => {
  it('asks for the lock file of a new version, unless the change adds it as well', () => {
    const [first, second] = [lock({}), lock({ summary: 'second' }).map((one) => ({ ...one, version: '2' }))];
    const current: readonly ContractLock[] = [...first, ...second];
    const missing = (lockFiles: readonly ContractLock[]) =>
      judge({ baseLocks: first, lockFiles, current }).results.lock.map(({ id }) => id);
    expect(missing(first)).toEqual(['lock-missing']);
    expect(missing(current)).toEqual([]);
  });

  it('closes when a parameter goes without having been deprecated', () => {
    const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
    expect(levels({ parameters }, {})).toEqual(['error request-parameter-removed']);
  });

  it('closes when an operation that needed no credentials needs them', () => {
    expect(levels({ security: [] }, { security: [{ key: [] }] })).toEqual(['error api-became-protected']);
    expect(levels({ security: [{}, { key: [] }] }, { security: [{ key: [] }] })).toEqual([
      'error api-became-protected',
    ]);
  });

  it('closes when fewer roles give access, and when a role is needed where none was, whatever the document says of security', () => {
    const security = [{ bearer: [] }];
    expect(
      levels({ security, 'x-required-roles': ['admin', 'editor'] }, { security, 'x-required-roles': ['admin'] }),
    ).toEqual(['error api-required-roles-narrowed']);
    expect(levels({ security }, { security, 'x-required-roles': ['admin'] })).toEqual([
      'error api-required-roles-narrowed',
    ]);
    expect(levels({}, { 'x-required-roles': ['admin'] })).toEqual(['error api-became-protected']);
    expect(levels({}, { security, 'x-required-roles': ['admin'] })).toEqual(['error api-became-protected']);
  });

  it('stays open when more roles give access, or none is needed any more', () => {
    const security = [{ bearer: [] }];
    expect(
      levels({ security, 'x-required-roles': ['admin'] }, { security, 'x-required-roles': ['editor', 'admin'] }),
    ).toEqual([]);
    expect(levels({ security, 'x-required-roles': ['admin'] }, { security: [] })).toEqual([]);
    expect(levels({ 'x-required-roles': ['admin'] }, {})).toEqual([]);
  });

  it('stays open when credentials are optional still, or are needed no longer', () => {
    expect(levels({ security: [] }, { security: [{}, { key: [] }] })).toEqual([]);
    expect(levels({ security: [{ key: [] }] }, { security: [] })).toEqual([]);
  });
});

describe('what the gate says of changes that may break clients', () => {
  const answer = (schema: JsonObject): JsonObject => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const book = (...names: readonly string[]): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    examples: [{ required: ['title'] }],
  });
  const judged = (base: JsonObject, current: JsonObject, exceptions = '', severity?: GateInput['severity']) =>
    judge({
      baseLocks: lock(answer(base)),
      lockFiles: lock(answer(current)),
      current: lock(answer(current)),
      exceptions: { ...parseExceptions(exceptions), file: 'contracts/exceptions.yaml' },
      ...(severity && { severity }),
    });
  const pretty = (judgement: Judgement) => render(gateReport(judgement), 'pretty').split('\n\n');
  const note =
    'No schema of version 1 has a required member, so no answer promises one, and a member that is removed is a warning. Where clients rely on such members, list them under "required", or make response-optional-property-removed an error with --severity.';

  it('a removed optional member of an answer is a warning, and where none is required, that is explained once', () => {
    const judgement = judged(book('title', 'isbn', 'price'), book('title'));
    expect(
      judgement.results.contract.filter(({ level }) => level !== 'info').map(({ id, level }) => [id, level]),
    ).toEqual([1, 2].map(() => ['response-optional-property-removed', 'warning']));
    expect(judgement.notes).toEqual([note]);
    const blocks = pretty(judgement);
    expect(blocks[1]).toBe('  version 1  may break clients');
    expect(blocks.join('\n')).not.toContain('breaking');
    expect(gateReport(judgement).json()).toMatchObject({ versions: [{ presence: 'both', kind: 'may-break' }] });
    const log = buildChangelog(
      [book('title', 'isbn'), book('title')].map((one, index) => ({
        commit: `c${index}`,
        day: '2026-11-20',
        subject: 'sell less',
        locks: lock(answer(one)),
      })),
      {},
    );
    expect(changelogMarkdown(log, 'main')).toMatch(/\n\nMay break clients:\n- /);
    const template = '{{#versions}}{{#entries}}{{^isBreaking}}no break{{/isBreaking}}{{/entries}}{{/versions}}';
    expect(fillTemplate(template, 'changes.txt', log, 'main')).toBe('no break');
    expect(blocks.at(-1)).toBe('The gate is open.\n');
    for (const format of Object.keys(formats) as Format[]) {
      if (format === 'junit' || format === 'sarif') continue;
      const text = render(gateReport(judgement), format)
        .replaceAll('\\', '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#34;', '"');
      expect([format, text.split('has a required member').length - 1]).toEqual([format, 1]);
    }
  });

  it('where a member is required, or the removal is an error, nothing is explained', () => {
    expect(
      judged({ ...book('title', 'isbn'), required: ['title'] }, { ...book('title'), required: ['title'] }).notes,
    ).toEqual([]);
    expect(judged(book('title'), { ...book('title'), description: 'A book.' }).notes).toEqual([]);
    const severity = new Map([['response-optional-property-removed', 'error']] as const);
    const judgement = judged(book('title', 'isbn'), book('title'), '', severity);
    expect(judgement.notes).toEqual([]);
    expect(pretty(judgement)[2]).toBe('  version 1  breaking');
  });

  it('a break that is excepted is no longer just breaking where the gate is open', () => {
    const exception =
      "- { id: response-required-property-removed, version: '1', method: GET, path: /orders, pointer: '**', reason: ok, owner: us, expires: '2026-12-31' }";
    const required = (...names: readonly string[]) => ({ ...book(...names), required: ['isbn'] });
    const blocks = pretty(judged(required('title', 'isbn'), book('title'), exception));
    expect(blocks[1]).toBe('  version 1  breaking, excepted');
    expect(blocks.at(-1)).toBe('The gate is open.\n');
    expect(pretty(judged(required('title', 'isbn'), book('title')))[2]).toBe('  version 1  breaking');
  });

  it('a lock file that is out of date says the same', () => {
    const lax = { baseLocks: lock(answer(book('title', 'isbn'))), current: lock(answer(book('title'))) };
    const [outdated] = judge({ ...lax, lockFiles: lax.baseLocks }).results.lock;
    expect(outdated!.message).toBe(
      'contracts/v1.json is out of date: the service has a change that may break clients.',
    );
  });
});
