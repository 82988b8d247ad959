import { describe, expect, it } from 'vitest';
import { commandTable } from './program/command-table.js';
import { capture } from './testing/capture-io.js';

const tooWide = (text: string) => text.split('\n').filter((line) => line.length > 80);

describe('the command line', () => {
  it('lists the commands in 80 columns when none is named', async () => {
    const { code, stdout, stderr } = await capture([]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Usage: svc <command> \[options\]$/m);
    expect(tooWide(stdout)).toEqual([]);
    for (const { name, summary } of commandTable) expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  });

  it('prints its version', async () => {
    expect(await capture(['--version'])).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it.each(commandTable.map(({ name }) => name))('explains %s with examples in 80 columns, three ways', async (name) => {
    const words = name.split(' ');
    const help = await capture([...words, '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(new RegExp(`^Usage: svc ${name} `));
    expect(help.stdout).toMatch(/^Examples:\n {2}.*svc .*\n {6}\S/m);
    expect(tooWide(help.stdout)).toEqual([]);
    expect(await capture([...words, '-h'])).toEqual(help);
    expect(await capture(['help', ...words])).toEqual(help);
  });

  it.each([
    [['rotues'], 'Unknown command "rotues". Did you mean "routes"?\n'],
    [['openapi', 'exprot'], 'Unknown command "exprot". Did you mean "export"?\n'],
    [['opneapi', 'export'], 'Unknown command "opneapi". Did you mean "openapi"?\n'],
    [['exprot'], 'Unknown command "exprot". Did you mean "openapi export"?\n'],
    [['help', 'rotues'], 'Unknown command "rotues". Did you mean "routes"?\n'],
    [['help', 'openapi', 'exprot'], 'Unknown command "exprot". Did you mean "export"?\n'],
    [['frobnicate'], 'Unknown command "frobnicate". svc --help lists the commands.\n'],
    [['routes', '--api-version', ''], 'Unknown version "". Available: 1, 2.\n'],
    [['routes', '--fromat', 'json'], 'Unknown option "--fromat". Did you mean "--format"?\n'],
    [
      ['routes', '--format', 'jsno'],
      'Unknown value "jsno" for --format. Did you mean "json"? Available: table, json, yaml, csv, markdown.\n',
    ],
    [['routes', '--format'], 'Option "--format <format>" needs a value.\n'],
    [['routes', 'a.ts', 'b.ts'], 'Too many arguments for "routes". Expected 1 argument but got 2.\n'],
  ])('%j is bad usage, with the right word', async (argv, stderr) => {
    expect(await capture(argv)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('lists a group when only the group is named', async () => {
    const { code, stdout, stderr } = await capture(['openapi']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: svc openapi <command>');
  });

  it('says where an entry cannot be loaded, and what to do', async () => {
    const { code, stdout, stderr } = await capture(['routes', 'broken/unloadable/syntax-error.ts']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/broken\/unloadable\/syntax-error\.ts:\d+:\d+ /);
  });

  it('suggests the entry that was meant', async () => {
    const { code, stderr } = await capture(['check', 'header/svc.confg.ts']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'File header/svc.confg.ts not found. Did you mean "header/svc.config.ts"?\n',
    });
  });
});
