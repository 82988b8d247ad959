import { ApiDoc, Controller, Delete, Get, inject, type Input, Put } from 'svckit';
import { refuseCacheFailures, unknownCacheId } from './cache-refusals.js';
import * as routes from './cache-schemas.js';
import { CACHE } from './cache.js';

@ApiDoc({ tags: ['Cache'] })
@Controller('cache')
export class CacheController {
  readonly #cache = inject(CACHE);

  @ApiDoc({
    summary: 'Report the status of the cache',
    description: 'Answers 200 also while the cache is not reachable, and says so.',
  })
  @Get('', routes.status)
  async status() {
    const { backend } = this.#cache;
    try {
      await this.#cache.check();
      return { backend, reachable: true };
    } catch {
      return { backend, reachable: false, note: 'Redis does not answer; the service reconnects by itself.' };
    }
  }

  @ApiDoc({
    summary: 'Read an entry',
    description: "Reading counts as a visit and does not lengthen the entry's life.",
  })
  @Get(':id', routes.read)
  async read({ params: { id } }: Input<typeof routes.read>) {
    const entry = await refuseCacheFailures(this.#cache.read(id));
    if (entry === null) throw unknownCacheId(id);
    return { id, data: { ...entry.data }, ttl: entry.ttl };
  }

  @ApiDoc({ summary: 'Store an entry', description: 'Replaces what the id held and starts its time anew.' })
  @Put(':id', routes.store)
  async store({ params: { id }, body: { data, ttl } }: Input<typeof routes.store>) {
    const { visits } = await refuseCacheFailures(this.#cache.write(id, data, ttl));
    return { id, ttl, visits };
  }

  @ApiDoc({ summary: 'Delete an entry', description: '`removed` is false when there was nothing under the id.' })
  @Delete(':id', routes.remove)
  async remove({ params: { id } }: Input<typeof routes.remove>) {
    return { removed: await refuseCacheFailures(this.#cache.remove(id)) };
  }
}
