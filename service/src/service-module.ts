import { HttpOptionsProvider, inject, Module, provide, type ServiceOptions } from 'svckit';
import { Accounts } from './auth/accounts.js';
import { splitList } from './auth/auth-settings.js';
import { LOGGER } from './configuration/logger.js';
import { SETTINGS } from './configuration/settings.js';
import { SHARED_STATE } from './shared-state/shared-state.js';
import { AccountsModule } from './auth/accounts-module.js';
import { AUTH_HANDLER } from './auth/auth-handler.js';
import { CacheModule } from './cache/cache-module.js';
import { ConfigurationModule } from './configuration/configuration-module.js';
import { DatabaseModule } from './database/database-module.js';
import { FilesModule } from './files/files-module.js';
import { FlakyModule } from './flaky/flaky-module.js';
import { frontPage } from './front-page.js';
import { PartsHealthModule } from './health/parts-health-module.js';
import { ImagesModule } from './images/images-module.js';
import { JobsModule } from './jobs/jobs-module.js';
import { LedgerModule } from './ledger/ledger-module.js';
import { LifecycleMailer } from './lifecycle/lifecycle-mailer.js';
import { LifecycleModule } from './lifecycle/lifecycle-module.js';
import { LimitsModule } from './limits/limits-module.js';
import { MailModule } from './mail/mail-module.js';
import { NotesModule } from './notes/notes-module.js';
import { ProfileModule } from './profile/profile-module.js';
import { RedisModule } from './redis/redis-module.js';
import { refuseOtherHosts } from './refuse-other-hosts.js';
import { ReportsModule } from './reports/reports-module.js';
import { SharedStateModule } from './shared-state/shared-state-module.js';
import { TraceModule } from './trace/trace-module.js';
import { LIFECYCLE_STORE, USAGE_STORE, UsageModule } from './usage/usage-module.js';
import { UsersModule } from './users/users-module.js';
import { ServingWebhooksModule } from './webhooks/webhooks-module.js';
import { WiringModule } from './wiring/wiring-module.js';

/** Response headers that a browser of another origin may read. */
const exposedHeaders = [
  'Deprecation',
  'Sunset',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
  'Idempotent-Replayed',
  'X-Dimensions',
  'API-Version',
  'API-Supported-Versions',
  'API-Deprecated-Versions',
];

/** The options that depend on how the service is configured. */
class ServiceHttpOptions extends HttpOptionsProvider {
  readonly #accounts = inject(Accounts);
  readonly #settings = inject(SETTINGS);
  readonly #shared = inject(SHARED_STATE);
  readonly #usage = inject(USAGE_STORE);
  readonly #notices = inject(LIFECYCLE_STORE);
  readonly #lifecycleMailer = inject(LifecycleMailer);
  override readonly logger = inject(LOGGER);

  override get authenticate() {
    return this.#accounts.authenticate;
  }

  override get middleware() {
    return [refuseOtherHosts(this.#settings.PUBLIC_URL), frontPage, this.#accounts.guard];
  }

  /** Pages of trusted origins may call, also with cookies; all others are of another origin. */
  override get cors(): ServiceOptions['cors'] {
    const trusted = splitList(this.#settings.TRUSTED_ORIGINS);
    return trusted.length > 0 && { origin: [...trusted], credentials: true, exposedHeaders };
  }

  override get csrf() {
    return { trustedOrigins: splitList(this.#settings.TRUSTED_ORIGINS) };
  }

  override get throttle() {
    return { store: this.#shared.throttle };
  }

  /** Without counts, no caller is known who could get a mail. */
  override get onLifecycle() {
    return this.#settings.USAGE ? this.#lifecycleMailer.notify : undefined;
  }

  override get lifecycle() {
    return { store: this.#notices };
  }

  override get usage() {
    return this.#settings.USAGE && { store: this.#usage };
  }

  override get idempotency() {
    return { store: this.#shared.idempotency };
  }
}

/** The whole bundled service: its foundations, then one module for each tag. */
@Module({
  imports: [
    ConfigurationModule,
    DatabaseModule,
    RedisModule,
    SharedStateModule,
    MailModule,
    CacheModule,
    FilesModule,
    FlakyModule,
    PartsHealthModule,
    ImagesModule,
    JobsModule,
    LedgerModule,
    LifecycleModule,
    LimitsModule,
    NotesModule,
    ProfileModule,
    ReportsModule,
    TraceModule,
    UsageModule,
    UsersModule,
    ServingWebhooksModule,
    WiringModule,
    AccountsModule,
  ],
  providers: [
    ServiceHttpOptions,
    provide(AUTH_HANDLER, { useFactory: (accounts) => accounts.handler, inject: [Accounts] }),
  ],
})
export class ServiceModule {}
