import { expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';

it.each([
  ['a date in production', '2027-03-02', 'production', '--as-of is refused with NODE_ENV=production'],
  ['what is no date', 'soon', 'development', '--as-of "soon" is not a date.'],
])('svc serve --as-of refuses %s', async (_case, date, mode, message) => {
  const surroundings = { cwd: fixture('header'), env: { NODE_ENV: mode } };
  const { code, stdout, stderr } = await capture(['serve', '--as-of', date, '--port', '0'], surroundings);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});
