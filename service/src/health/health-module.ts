import { inject, Module } from 'svckit';
import { CACHE } from '../cache/cache.js';
import { Database } from '../database/database.js';
import { FILE_STORE } from '../files/file-store-token.js';
import { THUMBNAILS } from '../jobs/thumbnails.js';
import { HealthRegistry } from './health-registry.js';
import { HealthController } from './health-controller.js';

/** The parts that readiness checks. Cache and queue are optional: without Redis only their routes fail. */
class PartChecks {
  readonly #registry = inject(HealthRegistry);
  readonly #database = inject(Database);
  readonly #files = inject(FILE_STORE);
  readonly #cache = inject(CACHE);
  readonly #queue = inject(THUMBNAILS);

  onInit(): void {
    this.#registry.add({ name: 'database', critical: true, check: () => this.#database.ping() });
    this.#registry.add({ name: 'files', critical: true, check: () => this.#files.check() });
    this.#registry.add({ name: 'cache', critical: false, check: () => this.#cache.check() });
    this.#registry.add({ name: 'queue', critical: false, check: () => this.#queue.check() });
  }
}

@Module({ controllers: [HealthController], providers: [HealthRegistry, PartChecks] })
export class HealthModule {}
