import { HttpOptionsProvider, inject } from 'svckit';
import { Accounts } from './auth/accounts.js';
import { splitList } from './auth/auth-settings.js';
import { LOGGER } from './configuration/logger.js';
import { SETTINGS } from './configuration/settings.js';
import { SHARED_STATE } from './shared-state/shared-state.js';

/** The options that depend on how the service is configured. */
export class ServiceHttpOptions extends HttpOptionsProvider {
  readonly #accounts = inject(Accounts);
  readonly #settings = inject(SETTINGS);
  readonly #shared = inject(SHARED_STATE);
  override readonly logger = inject(LOGGER);

  override get authenticate() {
    return this.#accounts.authenticate;
  }

  override get middleware() {
    return [this.#accounts.guard];
  }

  override get csrf() {
    return { trustedOrigins: splitList(this.#settings.TRUSTED_ORIGINS) };
  }

  override get throttle() {
    return { store: this.#shared.throttle };
  }

  override get idempotency() {
    return { store: this.#shared.idempotency };
  }
}
