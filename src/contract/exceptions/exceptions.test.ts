import { describe, expect, it } from 'vitest';
import type { Finding } from '../../diff/finding.js';
import { type Approval, applyExceptions } from './apply-exceptions.js';
import { parseExceptions } from './parse-exceptions.js';
import { suggestExceptions } from './suggest-exceptions.js';

const finding: Finding = {
  id: 'request-property-became-required',
  level: 'error',
  method: 'POST',
  path: '/users',
  operationId: null,
  apiVersion: '2',
  pointer: '/paths/~1users/post',
  message: 'became required',
  file: null,
  line: null,
  family: 'operations',
};
const entry = {
  id: 'request-property-became-required',
  version: "'2'",
  method: 'POST',
  path: '/users',
  pointer: '/paths/~1users/post',
  reason: 'Everybody sends it.',
  owner: 'users-team',
  expires: '2026-06-30',
};
const write = (changes: Partial<Record<string, string | null>> = {}) =>
  `- ${Object.entries({ ...entry, ...changes })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n  ')}\n`;
const entries = (text: string) => parseExceptions(text).exceptions;
const apply = (
  text: string,
  asOf = '2026-06-01',
  findings = [finding],
  approval: Approval = { approved: [], acceptsNew: true },
) => applyExceptions(findings, entries(text), asOf, approval);

describe('an exception', () => {
  it('takes the finding away that it names in every way, up to its last day', () => {
    for (const day of ['2026-06-01', '2026-06-30']) {
      expect(apply(write(), day)).toMatchObject({
        remaining: [],
        suppressed: [{ finding, exception: { owner: 'users-team', expires: '2026-06-30', line: 1 } }],
        problems: [],
      });
    }
  });

  it.each([
    ['id', 'request-property-removed'],
    ['version', "'1'"],
    ['version', null],
    ['method', 'PUT'],
    ['method', null],
    ['path', '/people'],
    ['pointer', '/paths'],
  ])('meets nothing when its %s is %s', (member, value) => {
    expect(apply(write({ [member]: value }))).toMatchObject({
      remaining: [finding],
      suppressed: [],
      problems: [{ id: 'exception-unmatched', line: 1 }],
    });
  });

  it('ends after its last day, and says whom to ask', () => {
    expect(apply(write(), '2026-07-01')).toMatchObject({
      remaining: [finding],
      suppressed: [],
      problems: [{ id: 'exception-expired', fix: expect.stringContaining('users-team') }],
    });
  });

  it('is for errors and warnings: what needs none has none', () => {
    expect(apply(write(), '2026-06-01', [{ ...finding, level: 'info' }])).toMatchObject({
      suppressed: [],
      problems: [{ id: 'exception-unmatched' }],
    });
  });

  it.each([
    ['that the base lacks', '', true],
    ['that the base has', write(), false],
    ['that applies longer than in the base', write({ expires: '2026-06-29' }), true],
    ['that applies shorter than in the base', write({ expires: '2026-07-31' }), false],
    ['of which the base has a neighbour', write({ path: '/people' }), true],
  ])('%s approves itself or not', (_title, base, approvesItself) => {
    const approved = entries(base);
    expect(apply(write(), '2026-06-01', [finding], { approved, acceptsNew: true })).toMatchObject({
      remaining: [],
      suppressed: [{ approvesItself }],
    });
    expect(apply(write(), '2026-06-01', [finding], { approved, acceptsNew: false })).toMatchObject(
      approvesItself
        ? { remaining: [finding], suppressed: [], problems: [{ id: 'exception-not-approved', line: 1 }] }
        : { remaining: [], suppressed: [{ approvesItself: false }], problems: [] },
    );
  });

  it('may be there before its change where exceptions are approved first', () => {
    expect(apply(write(), '2026-06-01', [], { approved: [], acceptsNew: false })).toMatchObject({
      problems: [{ id: 'exception-unmatched', level: 'info' }],
    });
    expect(apply(write(), '2026-07-01', [], { approved: [], acceptsNew: false })).toMatchObject({
      problems: [{ id: 'exception-expired' }],
    });
  });
});

describe('an exception with wildcards', () => {
  it.each([
    [{ path: "'/*'" }, true],
    [{ path: "'/us*'", method: "'*'", version: "'*'" }, true],
    [{ id: "'request-property-*'" }, true],
    [{ id: "'*'", path: "'**'", pointer: "'**'" }, true],
    [{ pointer: "'/paths/*/post'" }, true],
    [{ pointer: "'/paths/*'" }, false],
    [{ pointer: "'/paths/**'" }, true],
    [{ path: "'/people/*'" }, false],
    [{ path: "'/.s*rs'" }, false],
    [{ id: "'response-*'" }, false],
  ])('of %j meets the finding: %j', (members, isMet) => {
    expect(apply(write(members)).remaining).toEqual(isMet ? [] : [finding]);
  });

  it('matches a version, a method or a path that the finding does not have', () => {
    const document = { ...finding, apiVersion: null, method: null, path: null };
    expect(apply(write({ version: "'*'", method: "'*'", path: "'*'" }), '2026-06-01', [document]).remaining).toEqual(
      [],
    );
  });

  it('needs an id that some check matches', () => {
    expect(parseExceptions(write({ id: "'requset-*'" })).problems).toMatchObject([
      { id: 'exception-malformed', message: 'Unknown check "requset-*".' },
    ]);
  });
});

const identityOf = ({ method, path, operationId, apiVersion }: Finding) => ({
  method: method!,
  path: path!,
  operationId,
  apiVersion,
});

describe('an exception for a change that reaches several operations', () => {
  const shared: Finding = {
    ...finding,
    method: null,
    path: null,
    component: 'schema User',
    pointer: '/components/schemas/User/properties/name',
    reach: { operations: [finding, { ...finding, path: '/people' }].map(identityOf), places: 3 },
  };

  it('is one entry, which --suggest-exceptions prints', () => {
    const text = suggestExceptions([shared], '2026-06-01');
    expect(text.match(/^- id:/gm)).toHaveLength(1);
    const filled = text.replace('reason: ""', 'reason: Because.').replace('owner: ""', 'owner: me');
    expect(apply(filled, '2026-06-01', [shared])).toMatchObject({ remaining: [], problems: [] });
  });

  it('is not an entry for one of them', () => {
    expect(apply(write(), '2026-06-01', [shared])).toMatchObject({ remaining: [shared] });
  });
});

describe('an exception file', () => {
  it.each([
    [
      { id: 'request-property-became-requird' },
      'Unknown check "request-property-became-requird". Did you mean "request-property-became-required"?',
    ],
    [{ id: null }, 'id is missing. Copy it from the report.'],
    [{ version: '2' }, "version is 2. Quote it: version: '2'"],
    [{ pointer: null }, 'pointer is missing. Copy it from the report.'],
    [{ reason: "''" }, 'reason is missing. Explain why clients can accept this.'],
    [{ owner: null }, 'owner is missing. Name who is responsible.'],
    [{ expires: 'soon' }, 'expires is "soon", which is not a date. Use YYYY-MM-DD, such as expires: 2027-03-01.'],
    [{ expires: '2026-02-30' }, 'expires is "2026-02-30", which is not a date.'],
    [{ expires: null }, 'expires is missing.'],
    [{ method: '[POST]' }, 'method is ["POST"]. Copy it from the report.'],
    [{ expiry: '2026-06-30' }, 'Unknown member "expiry". Did you mean "expires"?'],
  ])('with %j is malformed, and excepts nothing', (changes, expected) => {
    const { exceptions, problems } = parseExceptions(`# a comment\n${write(changes)}`);
    expect(exceptions).toEqual([]);
    expect(problems.map(({ message, fix }) => `${message} ${fix}`)).toEqual([expect.stringContaining(expected)]);
    expect(problems[0]).toMatchObject({ id: 'exception-malformed', line: 2 });
  });

  it.each([
    ['{}', 'The file is not a list.'],
    ['- just text', 'An entry is not a map.'],
    ['- id: [', 'The file is not valid YAML'],
    [`${write()}${write()}`, 'has two exceptions at the same place'],
  ])('that is %j is malformed', (text, expected) => {
    expect(parseExceptions(text).problems).toMatchObject([
      { id: 'exception-malformed', message: expect.stringContaining(expected) },
    ]);
  });

  it('may be empty', () => {
    expect(parseExceptions('')).toEqual({ exceptions: [], problems: [] });
    expect(parseExceptions('# nothing\n')).toEqual({ exceptions: [], problems: [] });
  });

  it('is made of suggestions with a reason and an owner', () => {
    const text = suggestExceptions([finding, { ...finding, level: 'info' }], '2026-06-01');
    expect(parseExceptions(text).problems).toHaveLength(2);
    const filled = text.replace('reason: ""', 'reason: Because.').replace('owner: ""', 'owner: me');
    expect(apply(filled)).toMatchObject({ remaining: [], problems: [] });
  });
});
