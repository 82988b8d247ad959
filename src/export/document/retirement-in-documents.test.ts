import { Controller, defineVersions, Get, Idempotent, Module, Post } from 'svckit';
import { expect, it } from 'vitest';
import { compileRoutes } from '../../routing/table/compile-routes.js';
import type { RoutingOptions } from '../../routing/table/service-options.js';
import { buildDocument } from './build-document.js';

@Controller('users')
class UsersController {
  @Get() list() {}
  @Idempotent() @Post() create() {}
}

@Module({ controllers: [UsersController] })
class Root {}

const versions = defineVersions([
  { version: '1', deprecated: { since: '2026-09-01', sunset: '2027-03-01', brownouts: { days: 1 } } },
  '2',
]);

const documentOf = (sunset: 'announce' | 'refuse', apiVersion = '1') => {
  const options: RoutingOptions = { versioning: { type: 'header', header: 'X-Version', versions, sunset } };
  return buildDocument(compileRoutes(Root, options), { ...options, apiVersion }).paths['/users']!;
};

it('declares a refusal where it may occur', () => {
  const { get, post } = documentOf('refuse');
  expect(get!.responses['410']).toMatchObject({ headers: { Deprecation: {}, Sunset: {} }, content: {} });
  expect(get!.responses['503']).toMatchObject({ headers: { 'Retry-After': {} } });
  expect(get!['x-brownouts']).toEqual([{ from: '2027-02-28T00:00:00.000Z', to: '2027-02-28T01:00:00.000Z' }]);
  expect(post!.responses['503']!.description).toMatch(/brownout before the sunset.* idempotency store/);
});

it('declares none where there is none', () => {
  expect(Object.keys(documentOf('announce').get!.responses)).toEqual(['200', '404', '503']);
  const { get } = documentOf('refuse', '2');
  expect([Object.keys(get!.responses), get!['x-brownouts']]).toEqual([['200', '404'], undefined]);
});
