import { HttpError, ApiDoc, Controller, Delete, Get, inject, type Input, Put } from 'svckit';
import * as routes from './cache-schemas.js';
import { CACHE } from './cache.js';

function unknownCacheId(id: string): HttpError {
  return new HttpError(
    404,
    `No cache entry with the id ${JSON.stringify(id)}. Either it was never stored, or it has expired.`,
  );
}

@ApiDoc({ tags: ['Cache'] })
@Controller('cache')
export class CacheController {
  readonly #cache = inject(CACHE);

  @ApiDoc({
    summary: 'Report the status of the cache',
    description: 'Answers 200 even while the cache is unreachable, and says so.',
  })
  @Get('', routes.status)
  async status() {
    const { backend } = this.#cache;
    try {
      await this.#cache.check();
      return { backend, reachable: true };
    } catch {
      return { backend, reachable: false, note: 'Redis does not respond. The service reconnects automatically.' };
    }
  }

  @ApiDoc({
    summary: 'Read an entry',
    description: "Reading counts as a visit and does not extend the entry's time to live.",
  })
  @Get(':id', routes.read)
  async read({ params: { id } }: Input<typeof routes.read>) {
    const entry = await this.#cache.read(id);
    if (entry === null) throw unknownCacheId(id);
    return { id, data: { ...entry.data }, ttl: entry.ttl };
  }

  @ApiDoc({ summary: 'Store an entry', description: 'Replaces the entry and restarts its time to live.' })
  @Put(':id', routes.store)
  async store({ params: { id }, body: { data, ttl } }: Input<typeof routes.store>) {
    const { visits } = await this.#cache.write(id, data, ttl);
    return { id, ttl, visits };
  }

  @ApiDoc({ summary: 'Delete an entry', description: '`removed` is false when there was no such entry.' })
  @Delete(':id', routes.remove)
  async remove({ params: { id } }: Input<typeof routes.remove>) {
    return { removed: await this.#cache.remove(id) };
  }
}
