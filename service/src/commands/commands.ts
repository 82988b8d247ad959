import type { Command } from 'commander';
import type { CommandEnvironment } from 'svckit';
import { configCommand } from './config.js';
import { migrateCommand } from './migrate.js';
import { selfTestCommand } from './self-test.js';
import { usersCommand } from './users.js';
import { workerCommand } from './worker.js';

/** Every command of the service, in the order of the help page. */
export function serviceCommands(environment: CommandEnvironment): readonly Command[] {
  return [configCommand, migrateCommand, workerCommand, selfTestCommand, usersCommand].map((make) => make(environment));
}
