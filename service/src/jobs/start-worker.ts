import { createApp, type PartDescription, type ServeEnvironment } from 'svckit';
import { prepareService } from '../prepare-service.js';
import { WorkerModule } from './worker-module.js';

export interface RunningWorker {
  /** What provides each part, for the startup summary. */
  readonly parts: readonly PartDescription[];
  /** Waits for the running jobs. */
  close(): Promise<void>;
}

/** Processes jobs in this process without serving; throws a SettingsError that lists every problem in the configuration. */
export async function startWorker(environment: Omit<ServeEnvironment, 'workers'>): Promise<RunningWorker> {
  const { providers = [], parts = [] } = await prepareService({ ...environment, workers: 1 });
  const app = await createApp(WorkerModule, { providers });
  return { parts: parts.filter(({ part }) => part === 'database' || part === 'jobs'), close: () => app.close() };
}
