import { Module, provide } from 'svckit';
import { LOGGER, silentLogger } from './logger.js';
import { readSettings } from './read-settings.js';
import { ServiceSecret } from './service-secret.js';
import { SETTINGS } from './settings.js';

/** The settings and what derives from them. The process that starts the service passes its own; these are the defaults. */
@Module({
  providers: [
    provide(SETTINGS, { useFactory: () => readSettings({ env: {}, cwd: '.' }).settings }),
    provide(LOGGER, { useValue: silentLogger }),
    provide(ServiceSecret, {
      useFactory: (settings, logger) =>
        new ServiceSecret({
          secret: settings.AUTH_SECRET,
          dataDir: settings.DATA_DIR,
          production: settings.NODE_ENV === 'production',
          warn: (message) => logger.warn(message),
        }),
      inject: [SETTINGS, LOGGER],
    }),
  ],
})
export class ConfigurationModule {}
