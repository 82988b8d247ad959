import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';

const ask = async (...argv: readonly string[]) => (await capture(argv, { cwd: fixture('access') })).stdout;

interface Described {
  readonly security?: readonly object[];
  readonly description: string;
  readonly 'x-required-roles'?: readonly string[];
  readonly 'x-rate-limit'?: object;
}

describe('an operation that other callers may call in an older version', () => {
  it('says in svc diff what it needs now', async () => {
    const { results } = JSON.parse(await ask('diff', 'v1', 'v2', '--format', 'json')) as {
      readonly results: readonly { level: string; path: string; message: string }[];
    };
    const found = results.filter(({ level }) => level !== 'info');
    expect(found.map(({ level, path, message }) => `${level} ${path}: ${message}`)).toEqual([
      'error /reports: the operation was public and now requires bearer (HTTP bearer), and one of the roles admin or auditor',
      'error /reports/drafts: the role clerk no longer gives access',
      'warning /reports/search: the rate limit changed from 100 requests in 60 seconds to 10 requests in 60 seconds',
    ]);
  });

  it('says in the migration guide what it needs now, below the change', async () => {
    const guide = await ask('diff', 'v1', 'v2', '--format', 'markdown');
    expect(guide).toContain('### Reports are for administrators');
    expect(guide).toContain('- **breaks**: the operation was public and now requires bearer');
    expect(guide).toContain('the rate limit changed from 100 requests in 60 seconds to 10 requests in 60 seconds');
  });

  it('is described in each version as it is there', async () => {
    const read = async (version: string) => {
      const { paths } = JSON.parse(await ask('openapi', 'export', '--api-version', version)) as {
        readonly paths: Readonly<Record<string, { readonly get: Described }>>;
      };
      return ['/reports', '/reports/drafts', '/reports/search'].map((path) => {
        const { security, description, ...rest } = paths[path]!.get;
        const [, ...access] = description.split('\n\n');
        return { security, access, roles: rest['x-required-roles'], limit: rest['x-rate-limit'] };
      });
    };
    expect(await read('1')).toEqual([
      { security: [{}], access: [] },
      {
        security: [{ bearer: [] }],
        access: ['Requires one of the roles `clerk` or `admin`.'],
        roles: ['clerk', 'admin'],
      },
      { security: [], access: ['At most 100 requests in 60 seconds.'], limit: { limit: 100, windowSeconds: 60 } },
    ]);
    expect(await read('2')).toEqual([
      {
        security: [{ bearer: [] }],
        access: ['Requires one of the roles `admin` or `auditor`.'],
        roles: ['admin', 'auditor'],
      },
      { security: [{ bearer: [] }], access: ['Requires the role `admin`.'], roles: ['admin'] },
      { security: [], access: ['At most 10 requests in 60 seconds.'], limit: { limit: 10, windowSeconds: 60 } },
    ]);
  });
});
