import { expect, it } from 'vitest';
import { versions } from '../../fixtures/airline/versions.js';
import { runs } from '../property-runs.js';
import { exerciseAirline } from './exercise-airline.js';

it('every operation of every version of the airline answers as its document says', async () => {
  const covered = await exerciseAirline({ ...runs(12), wild: true });
  const requests = covered.reduce((sum, one) => sum + one.requests, 0);
  const statuses = new Set(
    covered.flatMap(({ version, operation, statuses: own }) =>
      [...own].map((status) => `${version} ${operation} ${status}`),
    ),
  );
  process.stdout.write(
    `airline: ${versions.names.length} versions, ${covered.length} operations of a version, ${statuses.size} answers of an operation, ${requests} requests\n`,
  );
  expect(covered.flatMap(({ version, problems }) => problems.map((problem) => `${version}: ${problem}`))).toEqual([]);
  const unreached = covered.filter(({ statuses: own }) => ![...own].some((status) => status < 300));
  expect(unreached.map(({ version, operation }) => `${version} ${operation}`)).toEqual([]);
});
