import { describe, expect, it } from 'vitest';
import { adopt } from './adopted-app.js';
import { codeBlocks } from './code-blocks.js';
import { expectBothKinds, greet } from './expect-both-kinds.js';
import { type Edit, expectVerdicts, followRecipe } from './follow-recipe.js';
import { writeSideBySide } from './write-side-by-side.js';

describe('a Nest application', () => {
  const app = adopt('nest');
  const controller = 'src/cats/cats.controller.ts';
  const largerPage: Edit = [
    'src/cats/cat.dto.ts',
    'items!: CatDto[];',
    'items!: CatDto[];\n\n  @ApiProperty({ required: false })\n  total?: number;',
  ];

  it('gets the gate by its recipe, which sees a version that its own document overwrites', async () => {
    const judge = await followRecipe(app(), 'nest.md');
    const listChanges: Edit = [controller, 'type: [CatDto]', 'type: CatDto'];
    await expectVerdicts(judge, listChanges, 'response-body-type-changed', largerPage);

    const print = async () => (await app().type('npm run -s build && npm run -s openapi')).stdout;
    const before = await print();
    app().edit(...listChanges);
    expect(await print()).toBe(before);
    await app().type('git reset -q --hard');
  });

  it('gets the gate without a file of its own where its paths hold the version', async () => {
    app().edit(
      'src/configure.ts',
      "{ type: VersioningType.HEADER, header: 'X-API-Version' }",
      '{ type: VersioningType.URI }',
    );
    await app().type('git rm -rq contracts svc.config.yaml openapi.mjs && npm run build');
    const config = codeBlocks('nest.md').find(({ section, file }) => section !== '' && file === 'svc.config.yaml')!;
    app().write(config);
    await app().type('npx svc openapi lock && git add . && git commit -qm "versions in the path" && git push -q');
    app().edit(controller, "@Version('2')", "@Version('3')");
    const gate = 'npm run build && npx svc openapi lock && npx svc gate --base origin/main';
    const { code, stdout } = await app().type(gate, { mayFail: true });
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('GET /v2/cats') });
    await app().type('git reset -q --hard origin/main');
  });

  it('has routes of svckit beside its own, on Express and on Fastify, with its own tsconfig.json, build and tests', async () => {
    await writeSideBySide(app(), 'Nest');
    const imported = "import { SvckitModule } from './svckit.module.js';\n\n@Module({\n  imports: [SvckitModule],";
    app().edit('src/app.module.ts', '@Module({', imported);
    await app().type('npm run build && npm test');
    const cat = { id: 1, name: 'Tom', age: 3 };
    const ownBelow = (prefix: string) => {
      const path = `${prefix}/cats`;
      const notFound = { message: `Cannot GET ${prefix}/nothing`, error: 'Not Found', statusCode: 404 };
      return { path, body: [cat], notFound, running: [greet, { path, body: cat, status: 201 }] };
    };
    const global = ['app.enableVersioning(', "app.setGlobalPrefix('api');\n  app.enableVersioning("] as const;
    const expectWithAndWithoutPrefix = async () => {
      await expectBothKinds(app(), 'dist/main.js', ownBelow(''), 'meow');
      app().edit('src/configure.ts', ...global);
      await app().type('npm run build');
      await expectBothKinds(app(), 'dist/main.js', ownBelow('/api'), 'meow');
      app().edit('src/configure.ts', ...(global.toReversed() as [string, string]));
    };
    await expectWithAndWithoutPrefix();

    const onFastify = 'create<NestFastifyApplication>(AppModule, new FastifyAdapter())';
    app().edit('src/main.ts', 'create(AppModule)', onFastify);
    const adapter = "import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';\n";
    app().edit('src/main.ts', 'import { NestFactory }', `${adapter}import { NestFactory }`);
    await app().type('npm run build');
    await expectWithAndWithoutPrefix();
    expect((await app().type('npx svc check')).stdout).toContain('No problems');
  });
});

describe('a Nest application in CommonJS, with ts-jest', () => {
  const app = adopt('nest-jest');

  it('tests routes of svckit beside its own', async () => {
    await app().type('npm test');
    await writeSideBySide(app(), 'Nest', 'Nest with ts-jest');
    await app().type('rm src/main.ts && npx tsc && node --eval "require(\'./dist/src/svckit.module.js\')"');
    const commands = codeBlocks('side-by-side.md').find(
      ({ section, language }) => section === 'Nest with ts-jest' && language === 'sh',
    )!;
    expect((await app().type(commands.text)).stderr).toContain('2 passed, 2 total');
  });
});
