import { change, Controller, createApp, defineVersions, Get, Module, Post, renamed } from 'svckit';
import { z } from 'zod';

/** One resource: a schema that a few versions change, in requests and answers. */
function resource(index: number) {
  const schema = z
    .object({ id: z.int(), name: z.string(), note: z.string().optional(), tags: z.array(z.string()) })
    .meta({ id: `Resource${index}` });
  const read = { response: z.object({ items: z.array(schema) }) } as const;
  const write = { body: schema, response: { 201: schema } } as const;
  @Controller(`resources/${index}`)
  class Resource {
    @Get('', read) list() {
      return { items: [] };
    }
    @Get(':id', { response: schema }) one(): never {
      throw new Error('Only booted.');
    }
    @Post('', write) create(): never {
      throw new Error('Only booted.');
    }
    @Post(':id', write) replace(): never {
      throw new Error('Only booted.');
    }
  }
  return { schema, Resource };
}

const routes = 1000;
const resources = Array.from({ length: routes / 4 }, (_, index) => resource(index));
const versions = defineVersions([
  '1',
  ...Array.from({ length: 49 }, (_, index) => ({
    version: String(index + 2),
    changes: [
      change({
        title: `Change ${index}`,
        schemas: resources
          .filter((_one, at) => at % 49 === index)
          .map(({ schema }) => renamed(schema, { name: 'title' })),
      }),
    ],
  })),
]);
@Module({ controllers: resources.map(({ Resource }) => Resource) })
class Root {}

globalThis.gc?.();
const before = process.memoryUsage().heapUsed;
const [began, start] = [performance.now(), process.cpuUsage()];
const app = await createApp(Root, { versioning: { type: 'header', header: 'X-API-Version', versions } });
const milliseconds = performance.now() - began;
const { user, system } = process.cpuUsage(start);
const processor = (user + system) / 1000;
globalThis.gc?.();
const megabytes = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
process.stdout.write(JSON.stringify({ routes: app.routes.length, milliseconds, processor, megabytes }));
process.exit(0);
