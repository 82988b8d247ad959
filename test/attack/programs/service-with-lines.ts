import { Controller, defineService, type Input, Module, ndjson, Post, type RouteSchemas } from 'svckit';
import { z } from 'zod';
import { ServiceModule } from '../../../service/src/service-module.js';
import service from '../../../service/src/service.js';

// The bundled service, and a body that it does not have: lines that are read one by one.
const lines = { body: ndjson(z.unknown()), response: { 201: z.object({ count: z.int() }) } } satisfies RouteSchemas;

@Controller('lines')
class LinesController {
  @Post('', lines) async count({ body }: Input<typeof lines>) {
    let count = 0;
    for await (const _line of body) count += 1;
    return { count };
  }
}

@Module({ imports: [ServiceModule], controllers: [LinesController] })
class WithLines {}

export default defineService({ ...service, root: WithLines });
