import { expect, it } from 'vitest';
import { Module } from '../../wiring/module.js';
import { Controller, Get } from '../declare/verbs.js';
import { type VersionRange } from '../declare/version.js';
import { compileRoutes } from '../table/compile-routes.js';
import { defineVersions } from '../../changes/define-versions.js';
import { Version } from '../declare/decorators.js';

function served(range: object) {
  @Controller('items')
  class ItemsController {
    @Version(range as VersionRange) @Get() list() {}
  }
  @Module({ controllers: [ItemsController] })
  class Root {}
  const versions = defineVersions(['1', '2', '3']);
  const { routes, problems } = compileRoutes(Root, { versioning: { type: 'uri', versions } });
  return problems.length > 0
    ? problems.map(({ id, message, fix }) => `${id}: ${message} ${fix ?? ''}`)
    : routes.map(({ version }) => version);
}

it('a range may be one version', () => {
  expect(served({ from: '2', until: '2' })).toEqual(['2']);
});

it('a range that names no version, or something else, is refused with what to write', () => {
  const write = "Write { from: '2' }, { until: '3' } or { from: '2', until: '3' }.";
  expect(served({})).toEqual([
    `invalid-version: ItemsController.list() declares a range that names no version. ${write}`,
  ]);
  expect(served({ form: '2' })).toEqual([
    `invalid-version: ItemsController.list() declares a range with the unknown member "form". ${write}`,
  ]);
  expect(served({ from: '3', until: '1' })).toEqual([
    'invalid-version: ItemsController.list() declares a range that ends before it begins. Swap from and until.',
  ]);
});
