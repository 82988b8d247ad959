import { createApp, HttpOptionsProvider, inject, Module, provide } from 'svckit';
import { ConfigurationModule } from '../../../service/src/configuration/configuration-module.js';
import { LOGGER } from '../../../service/src/configuration/logger.js';
import { readSettings } from '../../../service/src/configuration/read-settings.js';
import { SETTINGS } from '../../../service/src/configuration/settings.js';
import { DatabaseModule } from '../../../service/src/database/database-module.js';
import { LedgerModule } from '../../../service/src/ledger/ledger-module.js';
import { mapError } from '../../../service/src/map-error.js';
import { RedisModule } from '../../../service/src/redis/redis-module.js';
import { SharedStateModule } from '../../../service/src/shared-state/shared-state-module.js';
import { SHARED_STATE } from '../../../service/src/shared-state/shared-state.js';

// The ledger of the bundled service alone: it starts many times faster than the whole service, so more kills fit into a minute.
const { settings } = readSettings({ env: process.env, cwd: process.cwd() });

class Options extends HttpOptionsProvider {
  readonly #shared = inject(SHARED_STATE);
  override get idempotency() {
    return { store: this.#shared.idempotency };
  }
}

@Module({
  imports: [ConfigurationModule, DatabaseModule, RedisModule, SharedStateModule, LedgerModule],
  providers: [
    Options,
    provide(SETTINGS, { useValue: settings }),
    provide(LOGGER, { useValue: { ...console, info: () => {} } }),
  ],
})
class LedgerService {}

const app = await createApp(LedgerService, { prefix: 'api', mapError });
const url = await app.listen(settings.PORT);
console.log(`ready at ${url}`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
