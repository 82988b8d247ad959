import { Health, HealthModule, inject, Module } from 'svckit';
import { CACHE } from '../cache/cache.js';
import { Database } from '../database/database.js';
import { FILE_STORE } from '../files/file-store-token.js';
import { THUMBNAILS } from '../jobs/thumbnails.js';

/** The parts that readiness checks. Cache and queue are optional: without Redis only their routes fail. */
class PartChecks {
  readonly #health = inject(Health);
  readonly #database = inject(Database);
  readonly #files = inject(FILE_STORE);
  readonly #cache = inject(CACHE);
  readonly #queue = inject(THUMBNAILS);

  onInit(): void {
    this.#health.add('database', () => this.#database.ping());
    this.#health.add('files', () => this.#files.check());
    this.#health.add('cache', () => this.#cache.check(), { critical: false });
    this.#health.add('queue', () => this.#queue.check(), { critical: false });
  }
}

/** Nothing is cached, because the pings are cheap and a proxy that asks often should see an outage at once. */
@Module({ imports: [HealthModule.with({ documented: true, cacheMs: 0 })], providers: [PartChecks] })
export class PartsHealthModule {}
