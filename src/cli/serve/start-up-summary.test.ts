import { Chalk } from 'chalk';
import { Controller, defineVersions, Get, Module } from 'svckit';
import { expect, it } from 'vitest';
import { compileService } from '../../export/compile-service.js';
import { startUpSummary } from './start-up-summary.js';

@Controller('users')
class UsersController {
  @Get()
  list() {
    return [];
  }
}

@Module({ controllers: [UsersController] })
class Root {}

const deprecated = { since: '2026-09-01', sunset: '2027-03-01' };
const versions = defineVersions([{ version: '1', deprecated }, '2']);

it.each([
  ['announce', '2027-02-28', 'deprecated until 2027-03-01'],
  ['announce', '2027-03-01', 'overdue since 2027-03-01'],
  ['refuse', '2027-02-28', 'deprecated until 2027-03-01'],
  ['refuse', '2027-03-01', 'retired on 2027-03-01'],
] as const)('with the sunset %s, the summary of %s says %s', (sunset, date, state) => {
  const definition = { root: Root, versioning: { type: 'uri', versions, sunset } } as const;
  const { routes } = compileService(definition);
  const facts = { definition, routes, url: 'http://127.0.0.1:3000', workers: 1, parts: [], warnings: 0 };
  expect(
    startUpSummary({ ...facts, today: new Date(`${date}T00:00:04.881Z`), isRehearsal: true }, new Chalk({ level: 0 })),
  ).toBe(
    `The service is ready at http://127.0.0.1:3000
  versions  1 (${state}), 2; read from the path segment v<version>
  clock     runs from ${date}
  routes    2
`,
  );
});
