import { createApp, type PartDescription, type ServeEnvironment } from 'svckit';
import { prepareService } from '../prepare-service.js';
import { WorkerModule } from './worker-module.js';

export interface RunningWorker {
  /** What stands behind each part, for the start-up summary. */
  readonly parts: readonly PartDescription[];
  /** Waits for the jobs at hand. */
  close(): Promise<void>;
}

/** Works jobs in this process without serving; throws a SettingsError for all that is wrong in the configuration. */
export async function startWorker(environment: Omit<ServeEnvironment, 'workers'>): Promise<RunningWorker> {
  const { providers = [], parts = [] } = await prepareService({ ...environment, workers: 1 });
  const app = await createApp(WorkerModule, { providers });
  return { parts: parts.filter(({ part }) => part === 'database' || part === 'jobs'), close: () => app.close() };
}
