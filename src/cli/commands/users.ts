import type { Command } from 'commander';
import type { ListedUser } from '../../../service/src/auth/administer-users.js';
import { usageError } from '../command-failure.js';
import { defineCommand, type Invocation } from '../program/define-command.js';
import { type ConfigOption, declareConfig } from '../service-commands/config-option.js';
import { knownRoles, unknownRole } from '../service-commands/known-roles.js';
import { openSettings } from '../service-commands/open-settings.js';
import { orFail } from '../service-commands/or-fail.js';
import { chooseFrom } from '../shared-options.js';
import { printable } from '../terminal/printable.js';
import { printTable } from '../terminal/print-table.js';

interface ListOptions extends ConfigOption {
  readonly format: 'table' | 'json';
}

/** The bundled service's own parts, loaded only by the commands that need its database. */
async function openAccounts({ io, options }: Invocation<ConfigOption>) {
  const [administration, { settings }] = await Promise.all([
    import('../../../service/src/auth/administer-users.js'),
    openSettings(options, io),
  ]);
  return { ...administration, settings };
}

export const usersGrantCommand = defineCommand<ConfigOption>({
  declare: (command) => declareRole(command, 'one that routes ask for, for example admin or editor'),
  examples: [
    { line: 'svc users grant ada@example.com admin', meaning: 'on the database that DATABASE_URL or DATA_DIR names' },
    { line: 'svc users grant ada@example.com editor --config svc.yaml', meaning: 'on the one of a settings file' },
  ],
  execute: async (invocation) => {
    const { email, role } = readRole(invocation.operands);
    const roles = await knownRoles();
    if (!roles.includes(role)) throw unknownRole(role, roles);
    const { grantRole, settings } = await openAccounts(invocation);
    const changed = await orFail(grantRole(settings, email, role), invocation.io);
    invocation.io.stdout.write(
      changed ? `${email} has the role ${role} now.\n` : `${email} has the role ${role} already.\n`,
    );
    return 0;
  },
});

export const usersRevokeCommand = defineCommand<ConfigOption>({
  declare: (command) =>
    declareRole(command, 'the role to take away; while the account has it, also one that no route asks for any more'),
  examples: [{ line: 'svc users revoke ada@example.com admin', meaning: 'a running service knows within a second' }],
  execute: async (invocation) => {
    const { email, role } = readRole(invocation.operands);
    const { revokeRole, settings } = await openAccounts(invocation);
    const changed = await orFail(revokeRole(settings, email, role), invocation.io);
    const roles = changed ? [role] : await knownRoles();
    if (!roles.includes(role)) throw unknownRole(role, roles);
    invocation.io.stdout.write(
      changed ? `${email} does not have the role ${role} any more.\n` : `${email} does not have the role ${role}.\n`,
    );
    return 0;
  },
});

export const usersListCommand = defineCommand<ListOptions>({
  declare: (command) => {
    declareConfig(command).addOption(
      chooseFrom('--format <format>', 'how to print them', ['table', 'json']).default('table'),
    );
  },
  examples: [
    { line: 'svc users list', meaning: 'every account with its roles' },
    { line: 'svc users list --format json', meaning: 'the same for a program' },
  ],
  execute: async (invocation) => {
    const { listUsers, settings } = await openAccounts(invocation);
    const users = await orFail(listUsers(settings), invocation.io);
    const { io, options } = invocation;
    if (options.format === 'json') io.stdout.write(`${JSON.stringify({ version: 1, users }, null, 2)}\n`);
    else io.stdout.write(renderTable(users));
    return 0;
  },
});

function declareRole(command: Command, meaning: string): void {
  declareConfig(
    command.argument('<email>', 'the address of an account that has signed up').argument('<role>', meaning),
  );
}

function readRole([email = '', role = '']: readonly (string | undefined)[]): {
  readonly email: string;
  readonly role: string;
} {
  if (!email.includes('@'))
    throw usageError(`${JSON.stringify(email)} is no e-mail address. Write svc users grant ada@example.com admin.`);
  return { email, role };
}

function renderTable(users: readonly ListedUser[]): string {
  if (users.length === 0) return 'Nobody has signed up yet.\n';
  const rows = users.map(({ email, name, emailVerified, createdAt, roles }) => [
    email,
    printable(name),
    emailVerified ? 'yes' : 'no',
    createdAt.slice(0, 10),
    roles.join(', '),
  ]);
  return printTable([['ADDRESS', 'NAME', 'VERIFIED', 'SINCE', 'ROLES'], ...rows]);
}
