import { describe, expect, it } from 'vitest';
import { Controller, defineVersions, Deprecated, Get, Module, Post, Version } from '../../index.js';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import { formatMarkdown } from './lifecycle-formats.js';
import { listLifecycle } from './list-lifecycle.js';

const dates = { since: '2026-01-01', sunset: '2026-12-31' };
const brownouts = [{ from: '2026-12-01T09:00Z', to: '2026-12-01T10:00Z' }];

@Controller('users')
class UsersController {
  @Deprecated({ ...dates, brownouts }) @Version('1') @Get() list() {
    return [];
  }
  @Deprecated({ ...dates, brownouts: [] }) @Version('1') @Post() create() {
    return {};
  }
  @Deprecated({ ...dates, brownouts }) @Version('2') @Get() all() {
    return [];
  }
}
@Module({ controllers: [UsersController] })
class Root {}
const { routes } = compileRoutes(Root, { versioning: { type: 'header', header: 'X-V' } });

describe('the end of a version', () => {
  const of = (version: string, asOf: string, sunset?: 'refuse') =>
    listLifecycle(routes, [], asOf, sunset && { sunset }).find(
      (entry) => entry.kind === 'version' && entry.version === version,
    );

  it('is the day of its sunset', () => {
    const states = ['2026-12-30', '2026-12-31', '2027-01-01'].map((asOf) => {
      const { state, daysLeft } = of('1', asOf)!;
      return [state, daysLeft, of('1', asOf, 'refuse')!.state];
    });
    expect(states).toEqual([
      ['leaving', 1, 'leaving'],
      ['overdue', 0, 'retired'],
      ['overdue', -1, 'retired'],
    ]);
  });

  it('has the day on which it was released', () => {
    const versions = defineVersions([{ version: '1', released: '2025-03-01' }, '2']);
    const entries = listLifecycle(routes, [], '2026-06-01', { versions });
    expect(entries.map(({ name, released }) => [name, released]).slice(0, 3)).toEqual([
      ['version 1', '2025-03-01'],
      ['version 2', undefined],
      ['GET /users', undefined],
    ]);
    expect(formatMarkdown(entries, '2026-06-01')).toContain('deprecated since 2026-01-01, released on 2025-03-01');
  });

  it('has the brownouts that all of its routes have', () => {
    expect([of('1', '2026-06-01')!.brownouts.length, of('2', '2026-06-01')!.brownouts.length]).toEqual([0, 1]);
  });
});
