import {
  Controller,
  createApp,
  Deprecated,
  defineService,
  Get,
  inject,
  type Input,
  Module,
  provide,
  type Route,
  ROUTES,
  type RouteSchemas,
  token,
} from 'svckit';
import { buildDocument, checkService, compileService, loadService } from 'svckit/export';
import { z } from 'zod';

const GREETING = token<string>('GREETING');
const one = {
  params: z.object({ name: z.string() }),
  response: { 200: z.object({ greeting: z.string() }) },
} satisfies RouteSchemas;

@Controller('hello', { version: ['1', '2'] })
class HelloController {
  readonly #greeting = inject(GREETING);

  @Deprecated({ since: '2026-01-01', sunset: '2099-01-01' })
  @Get(':name', one)
  one({ params }: Input<typeof one>) {
    return { greeting: `${this.#greeting}, ${params.name}` };
  }

  // @ts-expect-error -- a number is not the greeting that the schema promises
  @Get(':name/wrong', one)
  wrong({ params }: Input<typeof one>) {
    return { greeting: params.name.length };
  }
}

@Module({ controllers: [HelloController], providers: [provide(GREETING, { useValue: 'Hello' })] })
export class AppModule {}

export default defineService({
  root: AppModule,
  versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '2' },
  documents: { info: { title: 'Hello', version: '1.0.0' } },
});

/** Never called: the compiler reads it. */
export async function describe(): Promise<readonly Route[]> {
  const app = await createApp(AppModule, { versioning: { type: 'uri' } });
  const service = await loadService('svc.config.ts', { cwd: '.' });
  checkService(service, { asOf: new Date() });
  buildDocument(compileService(service.definition));
  return app.get(ROUTES);
}
