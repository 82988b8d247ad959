import type { SettingsReading } from '../../../service/src/configuration/read-settings.js';
import { CommandFailure } from '../command-failure.js';
import type { Io } from '../io.js';
import { type ConfigOption, configFileOf } from './config-option.js';

/** Reads the bundled service's settings. Throws with all that is wrong in them (exit code 1), or a file that cannot be read (2). */
export async function openSettings(options: ConfigOption, io: Pick<Io, 'env' | 'cwd'>): Promise<SettingsReading> {
  const [{ loadSettings }, { SettingsError }] = await Promise.all([
    import('../../../service/src/prepare-service.js'),
    import('../../../service/src/configuration/settings-error.js'),
  ]);
  try {
    return await loadSettings({ env: io.env, cwd: io.cwd, configFile: configFileOf(options, io) });
  } catch (error) {
    throw new CommandFailure(
      error instanceof Error ? error.message : String(error),
      error instanceof SettingsError ? 1 : 2,
    );
  }
}
