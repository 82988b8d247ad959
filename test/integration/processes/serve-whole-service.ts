import { createApp, provide } from 'svckit';
import { LOGGER } from '../../../service/src/configuration/logger.js';
import { readSettings } from '../../../service/src/configuration/read-settings.js';
import { SETTINGS } from '../../../service/src/configuration/settings.js';
import service from '../../../service/src/service.js';

// Argument: the settings as JSON. Prints its address, then serves until it is killed.
const env = JSON.parse(process.argv[2]!) as Record<string, string>;
const { settings } = readSettings({ env, cwd: '/' });
const { root, prepare: _prepare, ...options } = service;
const app = await createApp(root, {
  ...options,
  providers: [
    provide(SETTINGS, { useValue: settings }),
    provide(LOGGER, { useValue: { ...console, info: () => {}, warn: () => {} } }),
  ],
});
console.log(JSON.stringify(await app.listen(0)));
