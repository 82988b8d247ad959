import { writeJson } from '../../../src/json/json.js';
import { Command, Option } from 'commander';
import type { CommandEnvironment } from 'svckit';
import { compileService } from 'svckit/export';
import { describeAccount } from '../auth/describe-account.js';
import { grantRole, type ListedUser, listUsers, revokeRole } from '../auth/administer-users.js';
import { suggestName } from '../../../src/text/nearest-name.js';
import {
  type ConfigOption,
  describeConfiguredCommand,
  openSettings,
  orFail,
  printRows,
  refuseUsage,
  write,
} from './service-command.js';

interface GrantCommandOptions extends ConfigOption {
  readonly unverified?: boolean;
}

interface ListOptions extends ConfigOption {
  readonly format: 'table' | 'json';
}

export function usersCommand(environment: CommandEnvironment): Command {
  const summary = 'grant, revoke and list the roles of accounts';
  return new Command('users')
    .summary(summary)
    .description('Grant, revoke and list the roles of accounts.')
    .helpCommand(false)
    .addCommand(grantCommand(environment))
    .addCommand(revokeCommand(environment))
    .addCommand(listCommand(environment));
}

function grantCommand(environment: CommandEnvironment): Command {
  return describeConfiguredCommand('grant', {
    summary: 'grant a role to an account',
    examples: [
      ['svc users grant ada@example.com admin', 'in the database of DATABASE_URL or DATA_DIR'],
      ['svc users grant ada@example.com editor --config svc.yaml', 'in the database of a settings file'],
    ],
  })
    .argument('<email>', 'the verified address of an existing account')
    .argument('<role>', 'a role that routes require, such as admin or editor')
    .option('--unverified', 'also to an account with an unverified address, which somebody else may have created')
    .action(async (email: string, role: string, options: GrantCommandOptions, command: Command) => {
      refuseNoAddress(email, command);
      await refuseUnknownRole(role, command);
      const { settings } = await openSettings(command, options, environment);
      const { unverified = false } = options;
      const { account, changed } = await orFail(command, grantRole(settings, email, role, { unverified }), environment);
      write(command, `${account.email} ${changed ? 'now' : 'already'} has the role ${role}.\n`);
      write(command, `Account: ${describeAccount(account)}.\n`);
    });
}

function revokeCommand(environment: CommandEnvironment): Command {
  return describeConfiguredCommand('revoke', {
    summary: 'revoke a role of an account',
    examples: [['svc users revoke ada@example.com admin', 'takes effect in a running service within a second']],
  })
    .argument('<email>', 'the address of an existing account')
    .argument('<role>', 'a role of the account, even if no route requires it any more')
    .action(async (email: string, role: string, options: ConfigOption, command: Command) => {
      refuseNoAddress(email, command);
      const { settings } = await openSettings(command, options, environment);
      const changed = await orFail(command, revokeRole(settings, email, role), environment);
      if (!changed) await refuseUnknownRole(role, command);
      write(command, `${email} ${changed ? 'no longer has' : 'does not have'} the role ${role}.\n`);
    });
}

function listCommand(environment: CommandEnvironment): Command {
  return describeConfiguredCommand('list', {
    summary: 'list the accounts with their roles',
    examples: [
      ['svc users list', 'every account with its roles'],
      ['svc users list --format json', 'for a program'],
    ],
  })
    .addOption(new Option('--format <format>', 'output format').choices(['table', 'json']).default('table'))
    .action(async (options: ListOptions, command: Command) => {
      const { settings } = await openSettings(command, options, environment);
      const users = await orFail(command, listUsers(settings), environment);
      write(command, options.format === 'json' ? writeJson({ version: 1, users }) : formatTable(users));
    });
}

/** Accounts have ASCII addresses: another letter that becomes an ASCII one in lower case, such as the Kelvin sign, means somebody else. */
function refuseNoAddress(email: string, command: Command): void {
  if (!/^[!-~]+@[!-~]+$/.test(email))
    refuseUsage(
      command,
      `${JSON.stringify(email)} is not an email address. Example: svc users grant ada@example.com admin.`,
    );
}

/** A role exists when a route requires it. */
async function refuseUnknownRole(role: string, command: Command): Promise<void> {
  const { default: service } = await import('../service.js');
  const { routes } = compileService(service);
  const required = routes.flatMap(({ access }) => (access.kind === 'roles' ? access.roles : []));
  const roles = [...new Set(required)].toSorted();
  if (roles.includes(role)) return;
  refuseUsage(command, `No route requires the role ${JSON.stringify(role)}. ${suggestName(role, roles)}`);
}

function formatTable(users: readonly ListedUser[]): string {
  if (users.length === 0) return 'No accounts yet.\n';
  const rows = users.map(({ email, name, emailVerified, createdAt, roles }) => [
    email,
    name,
    emailVerified ? 'yes' : 'no',
    createdAt.slice(0, 10),
    roles.join(', '),
  ]);
  return printRows([['ADDRESS', 'NAME', 'VERIFIED', 'SINCE', 'ROLES'], ...rows]);
}
