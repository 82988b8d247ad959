import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DeprecationNotice, watchDeprecations } from '../../templates/client/deprecation.js';

const today = new Date('2026-11-22T12:00:00Z');
const clock = () => today;

/** The notices that a client gets for answers with some headers. */
function noticesOf(...answers: readonly (Readonly<Record<string, string>> | null)[]): readonly DeprecationNotice[] {
  const notices: DeprecationNotice[] = [];
  const watch = watchDeprecations('1', [], { clock, onDeprecation: (notice) => void notices.push(notice) });
  for (const headers of answers) watch('GET /orders', headers && new Response(null, { headers }));
  return notices;
}

describe('onDeprecation', () => {
  it('is called once per operation of a client, and again by the client of another version', () => {
    const notices: string[] = [];
    const onDeprecation = ({ operation, version }: DeprecationNotice) =>
      void notices.push(`${operation} of ${version}`);
    const answer = new Response(null, { headers: { Deprecation: '@1788220800' } });
    for (const version of ['1', '2']) {
      const watch = watchDeprecations(version, [], { clock, onDeprecation });
      for (const operation of ['GET /orders', 'GET /orders/{id}', 'GET /orders']) watch(operation, answer);
    }
    expect(notices).toEqual(['GET /orders of 1', 'GET /orders/{id} of 1', 'GET /orders of 2', 'GET /orders/{id} of 2']);
  });

  it('waits for the first answer that says something', () => {
    expect(noticesOf({}, { Deprecation: '@1788220800' }, { Deprecation: '@1788220800' })).toHaveLength(1);
    expect(noticesOf({}, null)).toEqual([]);
  });

  it('is an error from the moment of the sunset on, and a warning before', () => {
    const levelAt = (sunset: string) => noticesOf({ Sunset: sunset })[0]!.level;
    expect(levelAt('Sun, 22 Nov 2026 12:00:01 GMT')).toBe('warning');
    expect(levelAt('Sun, 22 Nov 2026 12:00:00 GMT')).toBe('error');
    expect(levelAt('Sat, 21 Nov 2026 12:00:00 GMT')).toBe('error');
  });

  it('takes a date that is missing or malformed as none, and what is known otherwise instead', () => {
    expect(noticesOf({ Deprecation: 'true', Sunset: 'soon' })).toMatchObject([
      { level: 'warning', deprecated: null, sunset: null, message: 'GET /orders of version 1 is deprecated.' },
    ]);
    expect(noticesOf({ Sunset: 'soon' })).toEqual([]);
    const notices: DeprecationNotice[] = [];
    const known = [
      { since: '2026-01-01', sunset: '2026-02-01', link: 'https://example.com/v2', successor: '2', kept: true },
    ];
    const watch = watchDeprecations('1', known, { clock, onDeprecation: (notice) => void notices.push(notice) });
    watch('GET /orders', new Response(null, { headers: { Deprecation: '@99999999999999', Sunset: '' } }));
    expect(notices).toMatchObject([
      {
        level: 'error',
        message:
          'GET /orders of version 1 is deprecated since 2026-01-01 and ended on 2026-02-01. Use GET /orders of version 2. See https://example.com/v2',
      },
    ]);
  });

  it('names the address that an operation has in the version to use instead', () => {
    const notices: DeprecationNotice[] = [];
    const known = [{ successor: '3', moved: 'GET /shelves/{id}' }];
    const watch = watchDeprecations('1', known, { clock, onDeprecation: (notice) => void notices.push(notice) });
    watch('GET /shelf/{id}', null);
    expect(notices).toMatchObject([
      { message: 'GET /shelf/{id} of version 1 is deprecated. Use GET /shelves/{id} of version 3.' },
    ]);
  });

  it('reports an operation that answers 410 or nothing at all', () => {
    const notices: DeprecationNotice[] = [];
    const known = [{ sunset: '2026-02-01', operations: ['GET /gone', 'GET /silent'] }];
    const watch = watchDeprecations('1', known, { clock, onDeprecation: (notice) => void notices.push(notice) });
    watch('GET /gone', new Response(null, { status: 410 }));
    watch('GET /silent', null);
    watch('GET /other', new Response(null, { status: 410 }));
    expect(notices.map(({ operation, level }) => `${operation} ${level}`)).toEqual([
      'GET /gone error',
      'GET /silent error',
    ]);
  });

  it('never breaks a call: neither what it throws, nor what it rejects with, nor a clock that fails', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const answer = new Response(null, { headers: { Deprecation: '@1788220800' } });
    const fail = () => {
      throw new Error('on purpose');
    };
    let calls = 0;
    for (const options of [
      { clock, onDeprecation: () => (calls++, fail()) },
      { clock, onDeprecation: () => (calls++, Promise.reject(new Error('on purpose'))) },
      { clock: fail, onDeprecation: () => calls++ },
    ]) {
      const watch = watchDeprecations('1', [], options);
      watch('GET /orders', answer);
      watch('GET /orders', answer);
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(calls).toBe(2);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('writes to the console without a callback: a warning, and an error after the sunset', () => {
    const [warn, error] = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
    onTestFinished(() => void vi.restoreAllMocks());
    for (const spy of [warn, error]) spy.mockImplementation(() => undefined);
    const watch = watchDeprecations(null, [], { clock });
    watch('GET /a', new Response(null, { headers: { Sunset: '2030-01-01' } }));
    watch('GET /b', new Response(null, { headers: { Sunset: '2020-01-01' } }));
    expect(warn.mock.calls).toEqual([['GET /a is deprecated and ends on 2030-01-01.']]);
    expect(error.mock.calls).toEqual([['GET /b is deprecated and ended on 2020-01-01.']]);
  });

  it('never throws, whatever the headers are', () => {
    const value = fc.string({ unit: fc.constantFrom(...'@-0123456789:, <>;="relsunthdpca/'), maxLength: 60 });
    fc.assert(
      fc.property(fc.record({ Deprecation: value, Sunset: value, Link: value }, { requiredKeys: [] }), (headers) => {
        const [notice, ...others] = noticesOf(headers, headers);
        expect(others).toEqual([]);
        if (notice) expect(notice.level).toBe(notice.sunset && notice.sunset <= today ? 'error' : 'warning');
      }),
    );
  });
});
