import { expect, it } from 'vitest';
import { repository } from '../../../test/read-imports.js';
import { openService } from '../sources/open-service.js';
import { checkBeforeStart } from './prepare-to-serve.js';

it('does not count a note of svc check as a warning', async () => {
  const service = await openService(
    { entry: 'fixtures/broken/opaque-answer/svc.config.ts' },
    { command: 'svc serve', instead: '' },
    { cwd: repository },
  );
  const asOf = new Date('2026-01-01');
  const { checkWholeService } = await import('../../export/index.js');
  const found = (await checkWholeService(service, { asOf })).map(({ severity }) => severity);
  expect(found).toEqual(['info']);
  expect(await checkBeforeStart(service, asOf)).toBe(0);
});
