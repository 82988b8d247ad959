import { expect, it } from 'vitest';
import type { Part, Report } from '../report.js';
import { render } from '../testing/render.js';

const casesOf = (part: Part) => {
  const report: Report = {
    command: 'svc check',
    heading: 'The service',
    asOf: '2026-11-20',
    failOn: 'error',
    verdict: { text: 'No problems.', level: null },
    parts: [part],
    chapters: [],
    rules: [],
    annotateFrom: 'info',
    json: () => ({}),
  };
  return [...render(report, 'junit').matchAll(/<testcase classname="svc check" name="([^"]+)"/g)].map(
    ([, name]) => name,
  );
};

it('a part has a case for each name that passed, and one where there is nothing to name', () => {
  expect(casesOf({ id: 'check', results: [], passed: ['a', 'b'] })).toEqual(['a', 'b']);
  expect(casesOf({ id: 'check', results: [], passed: [] })).toEqual(['nothing found']);
});
