import { expect, it } from 'vitest';
import { repository } from '../../../test/read-imports.js';
import type { Io } from '../io.js';
import { openService } from '../open-service.js';
import { checkBeforeStart } from './prepare-to-serve.js';

it('does not count a note of svc check as a warning', async () => {
  const service = await openService({ entry: 'fixtures/broken/opaque-answer/svc.config.ts' }, { cwd: repository });
  const io = { now: () => new Date('2026-01-01') } as Io;
  const { checkWholeService } = await import('../../export/index.js');
  const found = (await checkWholeService(service, { asOf: io.now() })).map(({ severity }) => severity);
  expect(found).toEqual(['info']);
  expect(await checkBeforeStart(service, io)).toBe(0);
});
