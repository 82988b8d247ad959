import { afterEach, describe, expect, it } from 'vitest';
import { makeProject } from '../export/testing/temporary-project.js';
import { commandTable } from './program/command-table.js';
import { capture, fixture } from './testing/capture-io.js';

const orders = { cwd: fixture('commands') };
const opened: { remove(): void }[] = [];
afterEach(() => {
  for (const project of opened.splice(0)) project.remove();
});

/** A service whose commands are what an expression says. */
function serviceWith(commands: string) {
  const project = makeProject(
    {
      'svc.config.ts': `
        import { Command } from 'commander';
        import { defineService, Module } from 'svckit';
        @Module({}) class AppModule {}
        export default defineService({
          root: AppModule, info: { title: 'Orders', version: '1' }, commands: (environment) => (${commands}) as never,
        });`,
    },
    { packages: ['commander', 'zod'] },
  );
  opened.push(project);
  return project;
}

const listing = (commands: string) => `Promise.resolve({ default: [${commands}] })`;

describe('the commands of a service', () => {
  it("stand on the help page under the service's title, after svc's own", async () => {
    const { code, stdout, stderr } = await capture(['--help'], orders);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name } of commandTable) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout.slice(stdout.indexOf('Orders:'))).toMatchInlineSnapshot(`
      "Orders:
        seed            fill the database with example orders
        queue drain     Wait until the queue is empty

      svc <command> --help shows the options and examples of a command.
      "
    `);
  });

  it.each([
    ['seed', '--help'],
    ['fill', '-h'],
    ['help', 'seed'],
  ])('explain themselves: svc %s %s', async (...argv) => {
    const { code, stdout, stderr } = await capture(argv, orders);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Usage: svc seed|fill [options]');
    expect(stdout).toContain('Examples:\n  svc seed --count 3');
  });

  it.each([
    [['seed'], { code: 0, stdout: 'Wrote 10 orders.\n', stderr: '' }],
    [['fill', '--count', '3'], { code: 0, stdout: 'Wrote 3 orders.\n', stderr: '' }],
    [['queue', 'drain'], { code: 0, stdout: '', stderr: '' }],
    [['seed', '--count', '0'], { code: 1, stdout: '', stderr: 'Nothing to write.\n' }],
    [['seed', '--cuont', '3'], { code: 2, stdout: '', stderr: 'Unknown option "--cuont". Did you mean "--count"?\n' }],
    [
      ['seed', '--count', 'x'],
      { code: 2, stdout: '', stderr: 'svc failed: count is no number\nSet SVC_DEBUG=1 to see the stack trace.\n' },
    ],
  ])('run and fail as their own code says: svc %j', async (argv, result) => {
    expect(await capture(argv, orders)).toEqual(result);
  });

  it('show where in their sources they threw', async () => {
    const { stderr } = await capture(['seed', '--count', 'x'], { ...orders, env: { SVC_DEBUG: '1' } });
    expect(stderr).toMatch(/Error: count is no number\n +at .*\(?commands\.ts:10:\d+/);
  });

  it('are found from a folder below', async () => {
    const project = serviceWith(listing("new Command('seed').action((_, command) => command.error(environment.cwd))"));
    expect(await capture(['seed'], { cwd: project.cwd })).toEqual({ code: 1, stdout: '', stderr: `${project.cwd}\n` });
  });

  it.each([
    ['sede', 'seed'],
    ['rotues', 'routes'],
    ['exprot', 'openapi export'],
  ])('are suggested for a mistyped one, as svc’s own are: %s', async (typed, meant) => {
    expect(await capture([typed], orders)).toEqual({
      code: 2,
      stdout: '',
      stderr: `Unknown command "${typed}". Did you mean "${meant}"?\n`,
    });
  });
});

describe('commands that cannot be used', () => {
  it.each([
    ["new Command('routes')", 'The command "routes" of Orders clashes with svc routes. Rename it.'],
    ["new Command('api').alias('openapi')", 'The command "openapi" of Orders clashes with svc openapi. Rename it.'],
    ["new Command('seed'), new Command('seed')", 'Orders has two commands "seed". Rename one.'],
    [
      "new Command('seed').option('--demo')",
      'The option --demo of "seed" of Orders clashes with --demo of svc. Rename it.',
    ],
  ])('%s is refused with both names', async (commands, message) => {
    const { cwd } = serviceWith(listing(commands));
    expect(await capture(['api'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `Unknown command "api".\n${message}\n`,
    });
    const help = await capture(['--help'], { cwd });
    expect(help).toMatchObject({ code: 0, stderr: `Cannot list the commands of the service: ${message}\n` });
    expect(help.stdout).toMatch(/^ {2}routes /m);
    expect(await capture(['routes', '--format', 'csv'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(["({ default: 'seed' })", 'Promise.resolve([])', "({ default: ['seed'] })"])(
    '%s is no list of commands',
    async (commands) => {
      const { stderr } = await capture(['seed'], serviceWith(commands));
      expect(stderr).toContain('The commands of Orders are not a list of commander commands.');
    },
  );

  it('say why in a line on the help page, and more when one is called', async () => {
    const { cwd } = serviceWith("Promise.reject(new Error('no database at 127.0.0.1'))");
    expect((await capture(['--help'], { cwd })).stderr).toBe(
      'Cannot list the commands of the service: svc failed: no database at 127.0.0.1\n',
    );
    expect((await capture(['seed'], { cwd })).stderr).toContain('no database at 127.0.0.1');
  });

  it('leave the others alone where the service cannot be loaded', async () => {
    const project = makeProject({ 'svc.config.ts': 'export default' });
    opened.push(project);
    const help = await capture(['--help'], project);
    expect(help).toMatchObject({
      code: 0,
      stderr: 'Cannot list the commands of the service: svc.config.ts does not compile.\n',
    });
    expect(await capture(['seed'], project)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^Unknown command "seed"\.\nsvc\.config\.ts does not compile\.\nsvc\.config\.ts:1:/,
      ),
    });
  });
});

describe('svc without a service', () => {
  const empty = () => {
    const project = makeProject({}, { packages: [] });
    opened.push(project);
    return project;
  };

  it('shows its own commands', async () => {
    const { code, stdout, stderr } = await capture([], empty());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('migrate');
  });

  it('shows those of the bundled service with --demo', async () => {
    const { stdout } = await capture(['--help', '--demo'], empty());
    expect(stdout.slice(stdout.indexOf('svckit bundled service:'))).toMatchInlineSnapshot(`
      "svckit bundled service:
        config          show the settings and where each comes from
        migrate         run the pending database migrations
        worker          run jobs without serving
        self-test       test retries and timeouts
        users grant     grant a role to an account
        users revoke    revoke a role of an account
        users list      list the accounts with their roles

      svc <command> --help shows the options and examples of a command.
      "
    `);
  });

  it('does not migrate the database of somebody else', async () => {
    const { cwd } = empty();
    const { code, stdout, stderr } = await capture(['migrate'], {
      cwd,
      env: { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: `Unknown command "migrate".\nNo service found: there is no svc.config.{ts,mts,js,mjs,yaml} in ${cwd}. Name an export file, create a service with svc new, list OpenAPI documents in svc.config.yaml, or use the bundled service with --demo.\n`,
    });
  });
});
