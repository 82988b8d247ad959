import { compileRoutes } from 'svckit/export';
import { expect, it } from 'vitest';
import service from './service.js';

const { routes } = compileRoutes(service.root!, { prefix: service.prefix, versioning: service.versioning });
const parts = ['cache', 'files', 'jobs', 'ledger', 'profile', 'reports', 'users'];

it.each(parts)('every route of %s that needs a part which may be away declares 503 and when to come back', (part) => {
  const declared = routes.filter(({ path }) => path.startsWith(`/api/${part}`) && path !== '/api/cache');
  expect(declared.length).toBeGreaterThan(1);
  for (const { responses } of declared)
    expect(responses[503]).toMatchObject({ headers: { 'Retry-After': expect.anything() } });
});
