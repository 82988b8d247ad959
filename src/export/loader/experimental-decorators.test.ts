import { expect, it } from 'vitest';
import { compileService, loadService } from '../index.js';
import { makeProject } from '../testing/temporary-project.js';

const service = `
import { ApiDoc, Controller, Deprecated, Get, inject, Module, Post, Public, Roles, UseGuards, Version } from 'svckit';
import { z } from 'zod';
class Store {}
class Guard {
  check() {}
}
class Base {
  @Get('inherited')
  inherited() { return 1; }
  @Roles('admin')
  @Get('replaced')
  replaced() { return 1; }
}
@Roles('editor')
@ApiDoc({ tags: ['Users'] })
@UseGuards(Guard)
@Controller('users', { version: ['1', '2'] })
class UsersController extends Base {
  readonly store = inject(Store);
  @Public()
  @Get('replaced')
  override replaced() { return 2; }
  @Deprecated({ since: '2026-01-01', sunset: '2027-01-01' })
  @Version('1')
  @Get(':id', { params: z.object({ id: z.coerce.number() }) })
  @Get('by-id/:id')
  one() { return 1; }
  @UseGuards(Guard)
  @ApiDoc({ summary: 'Create' })
  @Post()
  create() {}
}
@Controller('others', { version: '1' })
class OthersController extends Base {}
@Module({ controllers: [UsersController, OthersController], providers: [Store] })
class Users {}
@Module({ imports: [Users] })
export class AppModule {}
`;

async function compile(experimentalDecorators: boolean, text = service) {
  const made = makeProject({
    'tsconfig.json': JSON.stringify({ compilerOptions: { experimentalDecorators, emitDecoratorMetadata: true } }),
    'svc.config.ts': `${text}\nexport default { root: AppModule, versioning: { type: 'uri' } };`,
  });
  try {
    return compileService((await loadService('svc.config.ts', { cwd: made.cwd })).definition);
  } finally {
    made.remove();
  }
}

it('declares the same routes, at the same lines, as standard decorators', async () => {
  const [standard, experimental] = [await compile(false), await compile(true)];
  expect(standard.routes).toHaveLength(10);
  expect(standard.problems).toEqual([]);
  const comparable = ({ routes, problems }: typeof standard) => JSON.stringify({ routes, problems }, null, 1);
  expect(comparable(experimental)).toBe(comparable(standard));
});

it('refuses static handlers', async () => {
  const text = service.replace('create() {}', 'static create() {}');
  for (const experimental of [false, true])
    await expect(compile(experimental, text)).rejects.toThrow('create cannot be a handler: it is static.');
});
