import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeSettings } from './describe-settings.js';
import { readSettings, type SettingsSources } from './read-settings.js';
import { SettingsError } from './settings-error.js';
import { settingNames } from './settings-schema.js';
import { anyCharacter } from '../../../test/any-character.js';

const secret = 'a secret of at least thirty-two characters';

function read(env: SettingsSources['env'], yamlText?: string) {
  return readSettings({ env, yamlText, cwd: '/srv/api' });
}

function problemsOf(env: SettingsSources['env'], yamlText?: string): readonly string[] {
  try {
    read(env, yamlText);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('needs nothing, and reads the data folder from the working directory', () => {
    const { settings, origins } = read({});
    expect(settings).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DATA_DIR: '/srv/api/.svc', LOG_LEVEL: 'info' });
    expect(settings.DATABASE_URL).toBeUndefined();
    expect(new Set(Object.values(origins))).toEqual(new Set(['default']));
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it('prefers the environment to svc.yaml to the default, and reports the origin', () => {
    const { settings, origins } = read({ PORT: '4000', UNRELATED: 'x' }, 'PORT: 5000\nhost: 0.0.0.0\n');
    expect(settings).toMatchObject({ PORT: 4000, HOST: '0.0.0.0' });
    expect(origins).toMatchObject({ PORT: 'environment', HOST: 'svc.yaml', LOG_LEVEL: 'default' });
  });

  it('takes an empty value for none', () => {
    expect(read({ PORT: '', DATABASE_URL: '' }, 'port:\nhost: ""\n').settings).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
    });
  });

  it('keeps values of svc.yaml as written', () => {
    const digits = '0'.repeat(40);
    expect(read({}, `AUTH_SECRET: ${digits}\n`).settings.AUTH_SECRET).toBe(digits);
  });

  it('reports everything that is wrong at once, one line per value, with what to write', () => {
    const env = {
      PORT: '80a',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'example.com',
      JOBS_WORKER: 'maybe',
      AUTH_SECRET: 'short',
    };
    expect(problemsOf(env, 'prot: 1\ncache_max_entries: 0\n')).toEqual([
      'svc.yaml:1: unknown setting "prot". Did you mean "PORT"?',
      'PORT is "80a" (environment), but must be a whole number from 0 to 65535',
      'PUBLIC_URL is "example.com" (environment), but must be an http:// or https:// address, for example https://api.example.com',
      'LOG_LEVEL is "loud" (environment), but must be one of fatal, error, warn, info, debug, trace, silent',
      'AUTH_SECRET is "****" (environment), but must have at least 32 characters',
      'CACHE_MAX_ENTRIES is "0" (svc.yaml), but must be a whole number from 1 to 10000000',
      'JOBS_WORKER is "maybe" (environment), but must be true or false',
    ]);
  });

  it('throws an error whose message holds every line', () => {
    expect(() => read({ PORT: '-1', LOG_LEVEL: 'x' })).toThrow(/not valid:\n {2}PORT is "-1".*\n {2}LOG_LEVEL is "x"/);
  });

  it.each(['0x50', '8e3', ' 80', '80.5', 'true', '٣'])('refuses %j as a port', (PORT) => {
    expect(problemsOf({ PORT })).toHaveLength(1);
  });

  it.each([
    [
      { DATABASE_URL: 'postgres://127.0.0.1/svc' },
      [
        'AUTH_SECRET must be set together with DATABASE_URL: to the same value on every machine; make one with: openssl rand -base64 32',
      ],
    ],
    [
      { SHARED_STATE: 'redis' },
      ['REDIS_URL must be set when SHARED_STATE is redis: for example redis://127.0.0.1:6379/0'],
    ],
    [
      { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'me' },
      ['S3_SECRET_ACCESS_KEY must be set together with S3_ENDPOINT: all four, or none to keep files in DATA_DIR'],
    ],
    [
      { GITHUB_CLIENT_ID: 'id' },
      ['GITHUB_CLIENT_SECRET must be set together with GITHUB_CLIENT_ID: both come from the provider'],
    ],
    [{ DATABASE_URL: 'postgres://127.0.0.1/svc', AUTH_SECRET: secret }, []],
    [{ SHARED_STATE: 'memory' }, []],
  ])('with %j asks for what belongs to it', (env, problems) => {
    expect(problemsOf(env)).toEqual(problems);
  });

  it.each([
    ['mysql://root:hunter2@127.0.0.1/svc', 'mysql://root:****@127.0.0.1/svc'],
    ['mysql://root:hunter2/with@slash@127.0.0.1/svc', 'mysql://root:****@127.0.0.1/svc'],
    ['hunter2', '****'],
  ])('shows no password when it refuses %s', (DATABASE_URL, shown) => {
    expect(problemsOf({ DATABASE_URL, AUTH_SECRET: secret })).toEqual([
      `DATABASE_URL is "${shown}" (environment), but must be a postgres:// address, for example postgres://user:password@127.0.0.1:5432/svc`,
    ]);
  });

  it.each([
    ['- PORT\n', ['svc.yaml must be a mapping of names to values, for example PORT: 8080']],
    ['PORT: [1, 2]\n', ['svc.yaml:1 sets PORT to a list or a mapping; write one value']],
    ['PORT: 1\nport: 2\n', ['svc.yaml:2 sets PORT a second time; keep one of the two']],
    ['entirely_else: 2\n', ['svc.yaml:1: unknown setting "entirely_else". svc config lists the settings.']],
    ['Port: 2\n', ['svc.yaml:1: unknown setting "Port". Did you mean "PORT"?']],
  ])('refuses svc.yaml with %j', (yaml, problems) => {
    expect(problemsOf({}, yaml)).toEqual(problems);
  });

  it('names the line where svc.yaml is not YAML', () => {
    expect(problemsOf({}, 'PORT: 1\nHOST: "open\n')[0]).toMatch(/^svc\.yaml:\d is not YAML: /);
  });

  it('reads an empty svc.yaml, and one of comments only', () => {
    expect(problemsOf({}, '')).toEqual([]);
    expect(problemsOf({}, '# nothing\n')).toEqual([]);
  });

  it('answers settings or a SettingsError, whatever it is given', () => {
    const text = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...settingNames), text), fc.oneof(text, fc.json()), (env, yaml) => {
        expect(Array.isArray(problemsOf(env, yaml))).toBe(true);
      }),
    );
  });
});

describe('describeSettings', () => {
  it('masks secrets whole and addresses in part, and says where each value comes from', () => {
    const reading = read(
      {
        DATABASE_URL: 'postgres://svc:pw@db:5432/svc?sslpassword=pw',
        AUTH_SECRET: secret,
        REDIS_URL: 'redis://:pw@cache',
      },
      'port: 1',
    );
    const rows = new Map(describeSettings(reading).map((row) => [row.name, row]));
    expect(rows.get('DATABASE_URL')).toMatchObject({
      value: 'postgres://svc:****@db:5432/svc?sslpassword=****',
      origin: 'environment',
    });
    expect(rows.get('REDIS_URL')).toMatchObject({ value: 'redis://:****@cache' });
    expect(rows.get('AUTH_SECRET')).toMatchObject({ value: '****', origin: 'environment' });
    expect(rows.get('PORT')).toMatchObject({ value: '1', origin: 'svc.yaml' });
    expect(rows.get('PUBLIC_URL')).toMatchObject({ value: null, origin: 'default' });
    expect(JSON.stringify([...rows.values()])).not.toMatch(/pw|thirty-two/);
  });
});
