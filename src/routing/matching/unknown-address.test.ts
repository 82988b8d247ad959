import { describe, expect, it } from 'vitest';
import { ApiHidden } from '../declare/decorators.js';
import { Controller, Get } from '../declare/verbs.js';
import { Module } from '../../wiring/module.js';
import type { ServiceOptions } from '../table/service-options.js';
import { createApp } from '../../server/create-app.js';

@Controller('users')
class UsersController {
  @Get() list() {}
  @Get(':id') one() {}
  @Get(':id/orders') orders() {}
}
@ApiHidden()
@Controller('internals')
class InternalsController {
  @Get() list() {}
}
@Module({ controllers: [UsersController, InternalsController] })
class Root {}

async function detailsOf(paths: readonly string[], options: ServiceOptions = {}): Promise<readonly string[]> {
  const app = await createApp(Root, options);
  const url = await app.listen();
  const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`)));
  const problems = (await Promise.all(answers.map((answer) => answer.json()))) as { detail: string }[];
  await app.close();
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  return problems.map(({ detail }) => detail);
}

const page = 'The page /api/docs lists every path.';

describe('the 404 of an unknown address', () => {
  const options = { prefix: 'api', documents: {} };

  it.each([
    ['/api/user', '/api/users'],
    ['/api/Users?q=1', '/api/users'],
    ['/api/users/', '/api/users'],
    ['/users', '/api/users'],
    ['/users/7', '/api/users/{id}'],
    ['/api/users/7/order', '/api/users/{id}/orders'],
    ['/api/doc', '/api/docs'],
    ['/api/openapi.yaml', '/api/openapi.json'],
  ])('of %s names %s and the page', async (path, near) => {
    expect(await detailsOf([path], options)).toEqual([
      `Nothing is served at this address. Did you mean "${near}"? ${page}`,
    ]);
  });

  it('of nothing near names the page only, and never what is hidden', async () => {
    const far = [
      '/',
      '/api/elsewhere',
      '/api/internal',
      '/internals/',
      `/api/users/7/${'x'.repeat(300)}`,
      '/api//7/orders',
    ];
    expect(new Set(await detailsOf(far, options))).toEqual(new Set([`Nothing is served at this address. ${page}`]));
  });

  it('says nothing of the paths of an app without documents', async () => {
    expect(await detailsOf(['/api/user', '/users'], { prefix: 'api' })).toEqual([
      'Nothing is served at this address.',
      'Nothing is served at this address.',
    ]);
  });
});
