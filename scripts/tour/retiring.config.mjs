// The bundled service, as a team would announce the end of its version 1.
import service from '@svckit/service';
import { defineService, defineVersions } from 'svckit';

const { released } = service.versioning.versions;
const deprecated = {
  since: '2026-09-01',
  sunset: '2027-03-01',
  link: 'https://example.com/move-to-v2',
  brownouts: { days: 7, growing: true },
};
const versions = defineVersions(
  released.map(({ version, changes, behaviours }) => ({
    version,
    changes: [...changes, ...behaviours],
    ...(version === '1' && { deprecated }),
  })),
);

export default defineService({
  ...service,
  versioning: { ...service.versioning, versions, sunset: 'refuse' },
  lifecycle: { minNotice: 90, evidence: true },
});
